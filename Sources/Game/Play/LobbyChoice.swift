internal import Game
internal import Lobby
internal import SimperiumClock

/// What is chosen in the lobby: in each of its lists a row, and which of the lists has the keys.
struct LobbyChoice: Hashable, Sendable {
    enum List: Int, Hashable, Sendable, CaseIterable {
        case menu
        case people
        case matches
    }

    var list = List.menu
    var menu = Selection<MenuItem>()
    var people = Selection<PlayerID>()
    var matches = Selection<LobbyKey>()
    /// How strong a bot the menu offers.
    var level = Bot.medium

    mutating func nextList(by places: Int) {
        let lists = List.allCases
        list = lists[(list.rawValue + places + lists.count) % lists.count]
    }

    /// Has the menu point at a game that was begun without it.
    mutating func choose(_ opponent: Table.Opponent, in items: [MenuItem]) {
        if case .bot(let bot) = opponent { level = bot }
        let item = opponent == .samePerson ? MenuItem.twoPlayers : .bot
        menu.choose(items.firstIndex(of: item) ?? 0, in: items)
    }

    mutating func changeLevel(by places: Int) {
        let levels = Bot.allCases
        guard let index = levels.firstIndex(of: level) else { return }
        level = levels[min(max(index + places, 0), levels.count - 1)]
    }
}

/// What the person at a match points at, and what was seen of the round.
struct Seat: Hashable, Sendable {
    /// The match and round that this is about.
    var key: LobbyKey?
    var round = 0
    /// Nothing is chosen when a round begins, so that no key meant for something else can place.
    var cursor: Square?
    var trace = Trace()
    var wasOwnTurn = false
    /// When the first piece of the round was seen, and how long the round took.
    private var began: Instant?
    private(set) var took: Duration?

    /// Measures the round, if it is seen from its beginning.
    mutating func measure(_ match: Match, at now: Instant) {
        if match.board.pieceCount == 0 { (began, took) = (now, nil) }
        if match.outcome != nil, took == nil { took = began.map { now - $0 } }
    }
}

/// What is chosen of the matches that are played, and what was seen of those rounds.
struct Gallery: Hashable, Sendable {
    var selection = Selection<LobbyKey>()
    var order = GalleryOrder.watchers
    /// A part of the names that are looked for; empty for all.
    var search = ""
    private(set) var traces: [LobbyKey: Trace] = [:]

    mutating func follow(_ matches: [LobbyMatch]) {
        var followed: [LobbyKey: Trace] = [:]
        for shown in matches {
            guard let match = shown.match else { continue }
            var trace = traces[shown.key] ?? Trace()
            trace.follow(match)
            followed[shown.key] = trace
        }
        traces = followed
    }
}
