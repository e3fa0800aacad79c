// A bot for the game's lobby. It plays against a player who waits there, or waits for one. It
// prints a line for each round, and leaves after the given number of rounds.
// usage: LobbyBot SERVER NAME ROUNDS
import SimperiumKit

struct Player: Codable, Sendable {
    /// Must be the client's own id; the referee checks it.
    let playerID: String
    let name: String
    /// A player in this mode is paired with another one in the same mode.
    var mode = "auto"
    var rules = 2
}

struct Match: Codable, Sendable {
    static let lines = [
        [0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6],
    ]

    let circlePlayerID: String
    let crossPlayerID: String
    /// The nine squares: 0 is free, 1 a cross, 2 a circle.
    var matrix = [Int](repeating: 0, count: 9)
    var nextPieceKind = 2
    var resigned: Int?

    /// The winning piece; 0 if there is none.
    var winner: Int {
        if let resigned { return 3 - resigned }
        return [1, 2].first { owns($0, 3) != nil } ?? 0
    }
    var isOver: Bool { winner != 0 || !matrix.contains(0) }

    /// Returns a line that has this many of the piece, and none of the opponent's pieces.
    private func owns(_ piece: Int, _ count: Int) -> [Int]? {
        Self.lines.first { line in
            line.count { matrix[$0] == piece } == count
                && line.allSatisfy { matrix[$0] != 3 - piece }
        }
    }

    /// Makes a winning move, otherwise blocks the opponent's, otherwise takes the best free square.
    mutating func move(_ piece: Int) {
        guard !isOver, nextPieceKind == piece else { return }
        let line = owns(piece, 2) ?? owns(3 - piece, 2) ?? [4, 0, 2, 6, 8, 1, 3, 5, 7]
        guard let square = line.first(where: { matrix[$0] == 0 }) else { return }
        matrix[square] = piece
        nextPieceKind = 3 - piece
    }
}

struct LobbyBot: Sendable {
    let id: String
    let players: SimperiumBucket
    let matches: SimperiumBucket

    /// The results of the bot's moves, in order.
    let steps = AsyncStream.makeStream(of: Step.self)

    /// Plays until this number of rounds is over, and returns their results.
    func results(_ rounds: Int) async -> [String] {
        var (results, result) = ([String](), nil as String?)
        for await step in steps.stream {
            switch step {
            case .playing: break
            case .decided(let word): result = word
            case .left(let word): results.append(word)
            case .free:
                if let word = result { results.append(word) }
                result = nil
            }
            if results.count == rounds { break }
        }
        return results
    }

    /// Answers other clients' changes of its match.
    func play() async throws {
        for await _ in await matches.changes() { try await goOn() }
    }

    /// Enters the lobby, and begins a match with a player who arrives later and looks for one,
    /// unless the bot is playing.
    func challenge(as name: String) async throws {
        // snippet.show
        for await change in await players.changes() {
            switch change {
            case .everything: try await comeIn(as: name)
            case .inserted(let key): try await challenge(key)
            default: break
            }
        }
        // snippet.hide
    }

    private func comeIn(as name: String) async throws {
        guard let key = ObjectKey(id) else { return }
        try await players.typed(as: Player.self).set(key, to: Player(playerID: id, name: name))
    }

    private func challenge(_ key: ObjectKey) async throws {
        guard let other = await players[key], other["mode"] ?? "auto" == "auto",
            let otherID = other["playerID"]?.string
        else { return }
        let match = Match(circlePlayerID: id, crossPlayerID: otherID)
        guard try await !isPlaying() else { return }
        try await matches.typed(as: Match.self).insert(match)
        // The changes don't include the program's own edits.
        try await goOn()
    }

    private func isPlaying() async throws -> Bool {
        try await matches.perform { matches in
            matches.keys.compactMap { matches[$0] }.contains { match in
                ["circlePlayerID", "crossPlayerID"].contains { match[$0] == JSON(id) }
            }
        }
    }

    enum Step {
        case free
        case playing
        /// Decided by the bot's move. The opponent must see it, and leaves the match then.
        case decided(String)
        /// Decided by the opponent's move. The bot has left the match.
        case left(String)
    }

    /// Moves, if it is the bot's turn. It is one turn of the client, so that no other task sees a
    /// match that has just been left.
    private func goOn() async throws {
        try await matches.perform { matches in _ = steps.continuation.yield(try step(in: matches)) }
    }

    private func step(in matches: borrowing OpenBucket) throws -> Step {
        for key in matches.keys {
            guard var match = try matches.value(key, as: Match.self) else { continue }
            let piece = match.circlePlayerID == id ? 2 : match.crossPlayerID == id ? 1 : 0
            guard piece != 0 else { continue }
            try matches.update(key, as: Match.self) { $0.move(piece) }
            match.move(piece)
            guard match.isOver else { return .playing }
            let result = match.winner == 0 ? "a draw" : match.winner == piece ? "won" : "lost"
            guard match.nextPieceKind == piece || match.resigned != nil else {
                return .decided(result)
            }
            matches.delete(key)
            return .left(result)
        }
        return .free
    }

    /// If two clients begin a match with each other at once, the server refuses the later one's.
    func obeyReferee() async throws {
        for await refusal in await matches.refusals() {
            // snippet.show
            try await matches.revert(refusal.key)
            // snippet.hide
            try await goOn()
        }
    }
}

let words = CommandLine.arguments
guard words.count == 4, let rounds = Int(words[3]),
    let guests = Token("82d1ba4935326590feb72cd24aea9f61")
else { fatalError("usage: LobbyBot SERVER NAME ROUNDS") }
let place = SimperiumClient.Configuration(server: words[1], app: "tictactoe")
try await SimperiumClient.with(place) { client in
    // snippet.show
    let players = try await client.bucket(named: "Player", kind: .presence)
    let matches = try await client.bucket(named: "Match", kind: .presence)
    // snippet.hide
    await client.signIn(token: guests)
    await client.connect()
    for await status in client.statuses where status == .synced { break }
    let bot = LobbyBot(id: await client.clientID, players: players, matches: matches)
    try await withThrowingTaskGroup(of: [String].self) { tasks in
        tasks.addTask { await bot.results(rounds) }
        tasks.addTask {
            try await bot.challenge(as: words[2])
            return []
        }
        tasks.addTask {
            try await bot.obeyReferee()
            return []
        }
        tasks.addTask {
            try await bot.play()
            return []
        }
        for result in try await tasks.next() ?? [] { print(result) }
        tasks.cancelAll()
    }
    try await client.waitUntilSettled(within: .seconds(30))
}
