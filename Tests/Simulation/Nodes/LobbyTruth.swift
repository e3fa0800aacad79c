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
    /// By whom each Player is.
    private var players: [ObjectKey: PlayerID] = [:]
    private(set) var faults: [String] = []

    /// Takes note of changes that were written.
    mutating func note(_ written: [EngineChange]) {
        for change in written {
            changes.insert(change.changeID)
            switch LobbyBucket(rawValue: change.bucket.text) {
            case .match: noteMatch(change)
            case .player: notePlayer(change)
            case .watcher, nil: break
            }
        }
    }

    private mutating func notePlayer(_ change: EngineChange) {
        let object = change.object.flatMap { (try? JSON(parsing: $0))?.object }
        players[change.key] = object.flatMap { try? Player($0) }?.id
    }

    /// Nobody has a seat who has another one, with somebody who is there.
    private mutating func noteMatch(_ change: EngineChange) {
        guard let bytes = change.object else {
            seats[change.key] = nil
            return
        }
        guard seats[change.key] == nil, let object = (try? JSON(parsing: bytes))?.object,
            let match = try? LobbyMatch(change.key, object)
        else { return }
        let here = Set(players.values)
        let taken = seats.values.filter(here.isSuperset).joined()
        for player in match.players where taken.contains(player) {
            faults.append("\(player) was seated twice, by \(change.changeID)")
        }
        seats[change.key] = Array(match.players)
    }
}
