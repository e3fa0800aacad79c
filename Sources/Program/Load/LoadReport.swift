internal import Game
internal import Lobby
internal import SimperiumClock
internal import SimperiumSync
internal import SimperiumWire

/// What a guest has to say of what happened, and when that was.
package struct DatedReport: Hashable, Sendable {
    let report: LoadReport
    let time: Instant

    init(_ report: LoadReport, at time: Instant) {
        self.report = report
        self.time = time
    }
}

/// What a guest has to say of what happened.
enum LoadReport: Hashable, Sendable {
    case came(PlayerID)
    case seated(ObjectKey, against: PlayerID, after: Duration)
    case roundEnded
    /// It has gone to another hall, where somebody waited.
    case moved
    case played(ShownBoard)
    /// With who saw it as it happened; nil if it was there before.
    case saw(ShownBoard, LoadGuest.Role?)
    /// All boards that it can look at, when nobody does anything more, and in which hall.
    case rests([ShownBoard], in: HallNumber?)
    /// The same of somebody who came and has no connection, and so is not told of any.
    case restsUnconnected
    case lostLine(ConnectionFailure)
    /// A line was broken on purpose, or a program stopped or killed.
    case broke
    /// It is as it was, so long after nothing was in its way any more.
    case recovered(after: Duration)
    /// Somebody who was in a match has a line again, and all of it, so long after it was lost.
    case returned(after: Duration)
    /// Something that must not happen among honest programs.
    case trouble(String)
}

/// A board that somebody can see.
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
