internal import Drawing
internal import Game
internal import Lobby
internal import Visit
internal import Wording

/// What keys do in the list of matches, and while one of them is watched.
extension Client {
    mutating func performInGallery(_ intent: Intent) {
        let keys = liveMatches.map(\.key)
        if cursors.gallery.selection.move(by: intent, in: keys) { return }
        switch intent {
        case .confirm:
            guard let key = cursors.gallery.selection.chosen(in: keys) else {
                return noticeboard.answer(LobbyScreenWords.noMatchesNow, at: now)
            }
            watch(.match(key))
        case .television: watch(.anything)
        case .back: display.screen = .lobby
        default: break
        }
    }

    mutating func clickInGallery(_ point: Point) {
        guard let index = galleryScreen.row(at: point) else { return }
        let keys = liveMatches.map(\.key)
        let wasChosen = cursors.gallery.selection.index(in: keys) == index
        cursors.gallery.selection.choose(index, in: keys)
        if wasChosen { watch(.match(keys[index])) }
    }

    mutating func performWatching(_ intent: Intent) {
        guard let watching = visit?.session.watching else { return }
        switch intent {
        case .television: watch(.anything)
        case .follow: follow(in: watching)
        case .nextItem, .move(.down): step(1, from: watching)
        case .previousItem, .move(.up): step(-1, from: watching)
        case .back:
            ask(.watch(.nothing))
            display.screen = .gallery
        default: break
        }
    }

    /// Stays with one of the two who play, and with the other if asked again.
    private mutating func follow(in watching: Watching) {
        guard let shown = watching.match.flatMap({ visit?.session.lobbyState[$0] }) else {
            return noticeboard.answer(AnswerWords.nobodyToFollow, at: now)
        }
        let person = watching.choice == .person(shown.circle) ? shown.cross : shown.circle
        watch(.person(person))
        let name = visit?.session.lobbyState.roster.name(of: person) ?? ""
        noticeboard.answer(AnswerWords.follows(name), at: now)
    }

    private mutating func step(_ places: Int, from watching: Watching) {
        let keys = liveMatches.map(\.key)
        guard let index = watching.match.flatMap(keys.firstIndex), keys.count > 1 else { return }
        watch(.match(keys[(index + places + keys.count) % keys.count]))
    }
}
