internal import Drawing
internal import Game
internal import Lobby
internal import SimperiumClock
internal import SimperiumWire
internal import Visit
internal import Wording

/// The state of the list of matches. The lobby, the gallery and the spectator's screen share it.
struct MatchListState: Hashable, Sendable {
    enum SortOrder: Int, Hashable, Sendable, CaseIterable {
        case watchers
        case age
        case name

        var words: String {
            switch self {
            case .watchers: "spectators"
            case .age: "age"
            case .name: "name"
            }
        }
    }

    var order = SortOrder.watchers
    /// The part of a name to search for; empty for all matches.
    var search = ""
    /// The moves that the client has seen of each live match; empty unless the screen is the list
    /// of matches, or shows a watched match.
    private(set) var moveHistories: [ObjectKey: MoveHistory] = [:]

    mutating func updateMoveHistories(_ matches: [LobbyMatch]) {
        var followed: [ObjectKey: MoveHistory] = [:]
        for shown in matches {
            guard let match = shown.match else { continue }
            var trace = moveHistories[shown.key] ?? MoveHistory()
            trace.recordMoves(match)
            followed[shown.key] = trace
        }
        moveHistories = followed
    }
}

/// A match to watch, in the player's own hall or in another hall.
enum WatchableMatch: Hashable {
    case here(LobbyMatch)
    case elsewhere(OtherHallMatch)

    var key: ObjectKey {
        switch self {
        case .here(let shown): shown.key
        case .elsewhere(let match): match.key
        }
    }
}

extension GameContext {
    /// The live matches of the player's hall. Matches whose round ended a while ago come last.
    var liveMatches: [LobbyMatch] {
        let live = program.visit?.lobbyState.liveMatches ?? []
        guard live.contains(where: hasRematchTimePassed) else { return live }
        return live.filter { !hasRematchTimePassed($0) } + live.filter(hasRematchTimePassed)
    }

    /// The time for a rematch. Afterwards, a match moves to the end of the list.
    private static let rematchTime = Duration.seconds(10)

    private func hasRematchTimePassed(_ shown: LobbyMatch) -> Bool {
        guard shown.match?.outcome != nil else { return false }
        return shown.movedAt.map { program.now - $0 >= Self.rematchTime } ?? true
    }

    var hasLiveMatches: Bool { (program.visit?.lobbyState.ledger.liveCount ?? 0) > 0 }

    var liveMatchCount: Int { max(program.visit?.census.matches ?? 0, liveMatches.count) }

    /// The matches of other halls. In the list, they come after the matches of the player's own
    /// hall.
    var distantMatches: [OtherHallMatch] { program.visit?.halls.distantMatches.matches ?? [] }

    /// The keys of all matches that the list has a row for.
    var listedMatches: [ObjectKey] { liveMatches.map(\.key) + distantMatches.map(\.key) }

    var listedMatchCount: Int {
        (program.visit?.lobbyState.ledger.liveCount ?? 0) + distantMatches.count
    }

    /// Returns the number of matches of other halls before a row of the list.
    func distantMatchCount(upTo row: Int) -> Int { max(row - liveMatches.count, 0) }

    /// Requests `count` matches of other halls, unless that number is requested already; nil stands
    /// for 0.
    mutating func requestDistantMatches(_ count: Int?) {
        let count = count ?? 0
        if count != program.visit?.halls.distantMatches.visibleRows ?? 0 {
            updateProgram { $0.listDistantMatches(count) }
        }
    }

    var galleryMatches: [WatchableMatch] {
        guard let lobbyState = program.visit?.lobbyState else { return [] }
        var found =
            liveMatches.map(WatchableMatch.here) + distantMatches.map(WatchableMatch.elsewhere)
        // Comparing all names takes time, so it is done only for a search.
        if !matchList.search.isEmpty {
            let search = matchList.search.lowercased()
            found = found.filter { names(of: $0).lowercased().containsSubstring(search) }
        }
        switch matchList.order {
        case .age: return found
        // The number of spectators in other halls is unknown.
        case .watchers:
            return found.sorted(
                by: { match in
                    if case .here(let shown) = match, hasRematchTimePassed(shown) { return -1 }
                    return lobbyState.watchers.count(watching: match.key)
                }, >)
        case .name: return found.sorted(by: { names(of: $0).lowercased() }, <)
        }
    }

    var hasGalleryMatches: Bool {
        matchList.search.isEmpty ? listedMatchCount > 0 : !galleryMatches.isEmpty
    }

    /// True if there are matches to search, or a search to clear.
    var canSearchMatches: Bool { listedMatchCount > 0 || !matchList.search.isEmpty }

    private func names(of match: WatchableMatch) -> String {
        switch match {
        case .here(let shown): names(of: shown)
        case .elsewhere(let match): LobbyWords.matchTitle(of: match.names[0], and: match.names[1])
        }
    }

    /// Returns the names of both players, circle first.
    func names(of shown: LobbyMatch) -> String {
        guard let roster = program.visit?.lobbyState.roster else { return "" }
        return LobbyWords.matchTitle(
            of: roster.shownName(of: shown.circle), and: roster.shownName(of: shown.cross))
    }

    mutating func watch(_ choice: Watching.WatchChoice) {
        ask(.watch(choice))
        if let watching = program.visit?.watching, watching.choice != .nothing {
            currentScreen = .watching
        }
    }

    mutating func watchInAnyHall(_ key: ObjectKey) {
        let isHere = program.visit?.lobbyState[key] != nil
        guard !isHere, distantMatches.contains(where: { $0.key == key }) else {
            return watch(.match(key))
        }
        updateProgram { $0.setHallSearch(.toWatch(key.text)) }
    }

    mutating func follow(player person: PlayerID) {
        watch(.person(person))
        reply(KeyReplyWords.follows(program.visit?.lobbyState.roster.shownName(of: person) ?? ""))
    }
}

extension GameContext {
    private static let otherMatches = 12

    /// Returns up to 12 other matches, for the space beside a board in a large window; none in a
    /// smaller window.
    func otherMatchesInLargeWindow(besides key: ObjectKey) -> [BoardView.OtherMatch] {
        guard size.rows >= BoardPicture.largeWindow else { return [] }
        let others = liveMatches.filter { $0.key != key && $0.match != nil }
        return others.prefix(Self.otherMatches).compactMap { shown in
            shown.match.map { match in
                let art = BoardArt(
                    match.board, winners: match.outcome?.winningSquares ?? [], showsNumbers: false)
                return .init(names: names(of: shown), score: match.score.figures, art: art)
            }
        }
    }

    func galleryItem(for match: WatchableMatch, onWall: Bool) -> MatchGalleryItem {
        switch match {
        case .here(let shown):
            MatchGalleryItem(
                row: row(for: shown), progress: moveNumberOrEnd(of: shown),
                board: onWall ? WatchScreen.board(of: shown, in: self) : nil)
        case .elsewhere(let match):
            MatchGalleryItem(
                row: row(for: match), progress: BoardWords.move(match.moves + 1), board: nil,
                distant: onWall ? .init(score: match.score.figures, board: match.board) : nil)
        }
    }

    private func moveNumberOrEnd(of shown: LobbyMatch) -> String {
        guard let match = shown.match else { return "" }
        guard shown.flaw == nil else { return BrokenRulesWords.listRemark }
        return match.outcome == nil
            ? BoardWords.move(match.moveCount + 1) : MatchListStateWords.over
    }

    func row(for shown: LobbyMatch) -> ListRow {
        guard let lobbyState = program.visit?.lobbyState, let match = shown.match else {
            return ListRow(name: names(of: shown), remark: "?")
        }
        let score = match.score.figures.padded(toColumns: 4)
        let watchers = lobbyState.watchers.count(watching: shown.key)
        return ListRow(
            name: names(of: shown),
            remark: score + " " + moveNumberOrEnd(of: shown).padded(toColumns: 6),
            shortRemark: score,
            wideRemark: "  "
                + (watchers == 0 ? "" : CountWords.watching(watchers)).padded(toColumns: 11),
            figure: shown.movedAt.map { (program.now - $0).age } ?? " ")
    }

    func row(for match: OtherHallMatch) -> ListRow {
        let score = match.score.figures.padded(toColumns: 4)
        return ListRow(
            name: LobbyWords.matchTitle(of: match.names[0], and: match.names[1]),
            remark: score + " " + BoardWords.move(match.moves + 1).padded(toColumns: 6),
            shortRemark: score, figure: MatchListStateWords.hall("\(match.hall)"))
    }
}

extension [WatchableMatch] {
    /// Returns the matches, sorted by the values of `figure`. Matches with equal values keep their
    /// order.
    fileprivate func sorted<Figure: Comparable>(
        by figure: (WatchableMatch) -> Figure, _ isBefore: (Figure, Figure) -> Bool
    ) -> [WatchableMatch] {
        let figures = map(figure)
        // Indices are sorted, because a match is large.
        return indices.sorted { left, right in
            isBefore(figures[left], figures[right])
                || figures[left] == figures[right] && left < right
        }.map { self[$0] }
    }
}

extension String {
    fileprivate func padded(toColumns columns: Int) -> String {
        self + String(repeating: " ", count: max(0, columns - self.columns))
    }
}

private enum MatchListStateWords {
    static let over = "over"

    static func hall(_ number: String) -> String { "hall \(number)" }
}
