internal import Game
internal import Lobby
internal import SimperiumJSON
internal import SimperiumWire

/// The changes to a lobby that its store has really kept.
struct LobbyTruth: Sendable {
    /// A change that was kept, and the object after it: nil if that was removed.
    struct Change {
        let id: ChangeID
        let key: ObjectKey
        let bucket: BucketName
        let object: [UInt8]?
    }

    private(set) var changes: Set<ChangeID> = []
    /// The players in each match.
    private var seats: [ObjectKey: [PlayerID]] = [:]
    /// The author of each Player.
    private var players: [ObjectKey: PlayerID] = [:]
    private(set) var faults: [String] = []

    mutating func record(_ change: Change) {
        changes.insert(change.id)
        switch LobbyBucket(rawValue: change.bucket.text) {
        case .match: noteMatch(change)
        case .player: notePlayer(change)
        case .watcher, nil: break
        }
    }

    private mutating func notePlayer(_ change: Change) {
        let object = change.object.flatMap { (try? JSON(parsing: $0))?.object }
        players[change.key] = object.flatMap { try? Player($0) }?.id
    }

    /// Reports a player who is seated in two matches with present opponents.
    private mutating func noteMatch(_ change: Change) {
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
            faults.append("\(player) was seated twice, by \(change.id)")
        }
        seats[change.key] = Array(match.players)
    }
}
