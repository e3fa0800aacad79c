internal import Game
internal import Lobby
internal import SharedLog
internal import SimperiumJSON
internal import SimperiumWire

/// What an engine has really been told of a lobby.
struct LobbyTruth: Sendable {
    private(set) var changes: Set<ChangeID> = []
    /// Who sits in which match.
    private var seats: [ObjectKey: [PlayerID]] = [:]
    private(set) var faults: [String] = []

    /// Takes note of changes that were written.
    mutating func note(_ written: [EngineChange]) {
        for change in written {
            changes.insert(change.changeID)
            if change.bucket.text == LobbyBucket.match.rawValue { noteMatch(change) }
        }
    }

    /// Nobody has a seat who has another one.
    private mutating func noteMatch(_ change: EngineChange) {
        guard let bytes = change.object else {
            seats[change.key] = nil
            return
        }
        guard seats[change.key] == nil, let object = (try? JSON(parsing: bytes))?.object,
            let match = try? MatchObject(object)
        else { return }
        for player in match.players where seats.values.contains(where: { $0.contains(player) }) {
            faults.append("\(player) was seated twice, by \(change.changeID)")
        }
        seats[change.key] = Array(match.players)
    }
}
