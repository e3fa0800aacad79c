import Game
import Lobby
import SimperiumClock
import SimperiumJSON
import SimperiumSync
import SimperiumWire
import Visit

/// Measures a client's work for the moves of other players. It is the most frequent event, because
/// each move is sent to all clients in the lobby.
func lobby() -> Report {
    var report = Report("lobby: what others do, until a visit has settled on what it means for it")
    var small = Bystander(matches: 20)
    var large = Bystander(matches: 200)
    let cost = large.costOfMoves()
    report.add(
        "a move in one of 200 other matches", cost, .microseconds, target: .atMost(5))
    report.add(
        "a move among 200 matches to one among 20", cost / small.costOfMoves(), .times,
        target: .atMost(1.5))
    return report
}

/// A client without a challenge, in a lobby where all others play.
private struct Bystander {
    private static let line = LinkID(rawValue: 1)
    private static let rounds = 41
    /// The moves of a draw.
    private static let draw: [Square] = [0, 1, 2, 4, 3, 5, 7, 6, 8].map { Square.allCases[$0] }

    private var visit: LobbyClient
    private var matches: [OthersMatch]
    private var changes = 0

    init(matches count: Int) {
        visit = LobbyClient(
            .lobby(.trappingIfInvalid("me"), run: RunID(rawValue: 1), seed: 1))
        matches = (0..<count).map(OthersMatch.init)
        try? visit.ask(.enter(PlayerName(cleaning: "me"), .open, .terminal), at: .start)
        handle(.begin)
        handle(.link(.opened(Self.line)))
        for channel in 0..<3 { receive(.authorized(.trappingIfInvalid("lobby")), on: channel) }
        receive(.index(page(matches.flatMap(\.players))), on: 0)
        receive(.index(page(matches.map(\.entry))), on: 1)
        receive(.index(page(matches.map(\.watcher))), on: 2)
        for channel in 0..<3 { receive(.changes([]), on: channel) }
    }

    /// Returns the microseconds for each move: the median of many rounds with one move in each
    /// match.
    mutating func costOfMoves() -> Double {
        let costs = (0..<Self.rounds).map { round in
            let frames = frames(of: Self.draw[round % Self.draw.count])
            let before = Report.cpu()
            listen(to: frames)
            return Double(Report.cpu() - before) / Double(frames.count) / 1_000
        }
        return costs.dropFirst().sorted()[Self.rounds / 2]
    }

    @inline(never)
    private mutating func listen(to frames: [[UInt8]]) {
        for frame in frames { handle(.link(.received(frame, on: Self.line))) }
    }

    private mutating func frames(of square: Square) -> [[UInt8]] {
        matches.indices.map { place in
            changes += 1
            let change = matches[place].move(to: square, number: changes)
            return HubMessage.command(.changes([.accepted(change)]), on: matchChannel).frame
        }
    }

    private var matchChannel: ChannelNumber { ChannelNumber(rawValue: 1) }

    private func page(_ entries: [IndexPage.ListedObject]) -> IndexPage {
        IndexPage(current: ChangeVersion(epoch: 1, number: 1), entries: entries)
    }

    private mutating func receive(_ command: HubCommand, on channel: Int) {
        let message = HubMessage.command(command, on: ChannelNumber(rawValue: UInt16(channel)))
        handle(.link(.received(message.frame, on: Self.line)))
    }

    private mutating func handle(_ event: ProgramEvent) {
        visit.handle(event, at: .start)
        keep(visit.takeOutput())
        keep(visit.nextDeadline)
    }
}

/// A match of two other players.
private struct OthersMatch {
    private let number: Int
    private var record: MatchRecord
    private var version = EntityVersion.first

    init(_ number: Int) {
        self.number = number
        record = MatchRecord(
            circle: PlayerID(rawValue: Self.id(number, of: "a")),
            cross: PlayerID(rawValue: Self.id(number, of: "b")))
    }

    /// An id of thirty characters, like those that the program makes.
    private static func id(_ number: Int, of side: String) -> String {
        "tictactoe-0123456789abcd\(side)\(10_000 + number)"
    }

    private var key: ObjectKey {
        .trappingIfInvalid("0123456789abcdef01234567890\(10_000 + number)")
    }

    var entry: IndexPage.ListedObject {
        IndexPage.ListedObject(key: key, version: .first, object: record.members)
    }

    var players: [IndexPage.ListedObject] {
        ["a", "b"].map { side in
            let id = Self.id(number, of: side)
            let player = Player(
                id: PlayerID(rawValue: id), name: PlayerName(cleaning: "\(side)\(number)"),
                mode: .auto, way: .terminal)
            return IndexPage.ListedObject(
                key: .trappingIfInvalid(id), version: .first, object: player.members)
        }
    }

    var watcher: IndexPage.ListedObject {
        let watcher = Watcher(of: key, name: nil)
        return IndexPage.ListedObject(
            key: .trappingIfInvalid(Self.id(number, of: "w")), version: .first,
            object: watcher.members)
    }

    /// The next move, or the first one of the next round.
    mutating func move(to square: Square, number: Int) -> AcceptedChange {
        let before = record.members
        do throws(MatchActionRefusal) {
            if record.match.outcome != nil { try record.startNextRound() }
            try record.play(square, by: record.match.next)
        } catch {
            preconditionFailure("a move in a benchmark is by the rules: \(error)")
        }
        defer { version = version.next }
        return AcceptedChange(
            .modified(
                Diff(from: before, to: record.members), from: version, to: version.next),
            key: key, changeVersion: ChangeVersion(epoch: 1, number: UInt64(number + 1)),
            changeIDs: [.trappingIfInvalid("0123456789abcdef01234567890\(10_000 + number)")],
            clientID: .trappingIfInvalid(record.players[record.match.next].rawValue))
    }
}
