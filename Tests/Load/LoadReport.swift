internal import Game
internal import Lobby
internal import SimperiumClock
internal import SimperiumSync
internal import SimperiumWire

/// A guest's report, with its time.
package struct DatedReport: Hashable, Sendable {
    let report: LoadReport
    let time: Instant

    init(_ report: LoadReport, at time: Instant) {
        self.report = report
        self.time = time
    }
}

/// A guest's report of an event.
enum LoadReport: Hashable, Sendable {
    case came(PlayerID)
    case seated(ObjectKey, against: PlayerID, after: Duration)
    case roundEnded
    /// It went to another hall, as often as this so far.
    case moved(times: Int)
    case played(ShownBoard)
    /// With who saw it as it happened; nil if it was there before.
    case saw(ShownBoard, LoadGuest.Role?)
    /// All boards that it can see at rest, and its hall.
    case rests([ShownBoard], in: HallNumber?)
    /// The same of a guest without a connection, who sees none.
    case restsUnconnected
    case lostLine(LinkFailure)
    /// A line was broken on purpose, or a program stopped or killed.
    case broke
    /// The guest has recovered from a planned failure, this long after its end.
    case recovered(after: Duration)
    /// The guest is connected again, this long after an unplanned loss.
    case returned(after: Duration)
    /// Something that must not happen among honest programs.
    case trouble(String)
}

/// A board that a guest sees.
struct ShownBoard: Hashable, Sendable {
    let key: ObjectKey
    /// Grows with each move and each round.
    let moment: Int
    let board: Board

    init?(_ shown: LobbyMatch) {
        guard let match = shown.match else { return nil }
        key = shown.key
        moment = match.moment
        board = match.board
    }

    func isBefore(_ later: ShownBoard) -> Bool { key == later.key && moment < later.moment }
}
