internal import Clockwork
internal import Game
internal import Lobby
internal import SyncClient

/// What a guest has to say of what happened.
enum LoadReport: Hashable, Sendable {
    case seated(LobbyKey, against: PlayerID, after: Duration)
    case roundEnded
    case played(ShownBoard)
    /// With who saw it as it happened; nil if it was there before.
    case saw(ShownBoard, LoadGuest.Role?)
    case lostLine(ConnectionFailure)
    /// Something that must not happen among honest programs.
    case trouble(String)
}

/// A board that somebody can see.
struct ShownBoard: Hashable, Sendable {
    let key: LobbyKey
    /// Grows with each move and each round.
    let moment: Int
    let board: Board

    private init?(_ key: LobbyKey, _ match: Match?) {
        guard let match else { return nil }
        self.key = key
        moment = match.moment
        board = match.board
    }

    init?(_ shown: ShownMatch) {
        self.init(shown.key, shown.match)
    }

    init?(_ play: MatchInPlay) {
        self.init(play.key, play.match)
    }

    func isBefore(_ later: ShownBoard) -> Bool { key == later.key && moment < later.moment }
}
