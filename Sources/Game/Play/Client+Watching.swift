internal import Drawing
internal import Game
internal import Lobby
internal import Visit
internal import Wording

/// What keys do in the list of matches, and while one of them is watched.
extension Client {
    /// The matches that one can watch, in the order in which the wall shows them.
    var galleryMatches: [GalleryMatch] {
        guard let lobbyState = visit?.session.lobbyState else { return [] }
        var found =
            lobbyState.liveMatches.map(GalleryMatch.here)
            + distantMatches.map(GalleryMatch.elsewhere)
        // What everybody is called takes time, for whoever presses a key.
        if !cursors.gallery.search.isEmpty {
            let search = cursors.gallery.search.lowercased()
            found = found.filter { names(of: $0).lowercased().holds(search) }
        }
        switch cursors.gallery.order {
        case .age: return found
        // How many watch in other halls is not known here.
        case .watchers:
            return found.sorted(by: { lobbyState.watchers.count(watching: $0.key) }, >)
        case .name: return found.sorted(by: { names(of: $0).lowercased() }, <)
        }
    }

    private func names(of match: GalleryMatch) -> String {
        switch match {
        case .here(let shown): names(of: shown)
        case .elsewhere(let match): LobbyWords.match(of: match.names[0], and: match.names[1])
        }
    }

    mutating func performInGallery(_ intent: Intent) {
        let matches = galleryMatches
        let keys = matches.map(\.key)
        if moveOnWall(intent, keys, columns: galleryPlan(of: matches).columns) { return }
        switch intent {
        case .confirm:
            guard let key = cursors.gallery.selection.chosen(in: keys) else {
                return noticeboard.answer(LobbyScreenWords.noMatchesNow, at: now)
            }
            watch(key)
        case .television: watch(.anything)
        case .follow: followChosen(in: matches)
        case .sort:
            let order = cursors.gallery.order
            cursors.gallery.order = GalleryOrder.allCases.next(after: order) ?? .watchers
        case .find:
            display.overlay = .prompt(Prompt(.matchSearch, text: cursors.gallery.search))
        case .back where !cursors.gallery.search.isEmpty: cursors.gallery.search = ""
        case .back: display.screen = .lobby
        default: break
        }
    }

    /// Stays with who began the chosen match.
    private mutating func followChosen(in matches: [GalleryMatch]) {
        let key = cursors.gallery.selection.chosen(in: matches.map(\.key))
        switch matches.first(where: { $0.key == key }) {
        case .here(let shown): tellFollowing(shown.circle)
        case .elsewhere(let match):
            pass(.seek(.toWatch(match.names[0])))
            noticeboard.answer(AnswerWords.follows(match.names[0]), at: now)
        case nil: noticeboard.answer(AnswerWords.nobodyToFollow, at: now)
        }
    }

    private mutating func tellFollowing(_ person: PlayerID) {
        watch(.person(person))
        let name = visit?.session.lobbyState.roster.name(of: person) ?? ""
        noticeboard.answer(AnswerWords.follows(name), at: now)
    }

    /// On a wall up and down go to the next line of boards.
    private mutating func moveOnWall(
        _ intent: Intent, _ keys: [LobbyKey], columns: Int
    ) -> Bool {
        let places: [Intent: Int] = [
            .move(.left): -1, .move(.right): 1, .move(.up): -columns, .move(.down): columns,
        ]
        guard columns > 1, let places = places[intent],
            let index = cursors.gallery.selection.index(in: keys)
        else { return cursors.gallery.selection.move(by: intent, in: keys) }
        // Off the wall there is nothing to go to; the last line may be shorter than the others.
        let isOnLastLine = index / columns == (keys.count - 1) / columns
        if index + places >= 0, index + places < keys.count || !isOnLastLine {
            cursors.gallery.selection.choose(index + places, in: keys)
        }
        return true
    }

    mutating func clickInGallery(_ point: Point) {
        let matches = galleryMatches
        guard let index = galleryPlan(of: matches).index(at: point) else { return }
        let keys = matches.map(\.key)
        let wasChosen = cursors.gallery.selection.index(in: keys) == index
        cursors.gallery.selection.choose(index, in: keys)
        if wasChosen { watch(keys[index]) }
    }

    mutating func performWatching(_ intent: Intent) {
        guard let watching = visit?.session.watching else { return }
        switch intent {
        case .television: watch(.anything)
        case .follow: follow(in: watching)
        case .mute: turnMute()
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
        tellFollowing(person)
    }

    private mutating func step(_ places: Int, from watching: Watching) {
        let keys = galleryMatches.map(\.key)
        guard let index = watching.match.flatMap(keys.firstIndex), keys.count > 1 else { return }
        watch(keys[(index + places + keys.count) % keys.count])
    }
}
