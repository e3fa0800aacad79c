import Game
import Lobby
import SimperiumJSON
import SimperiumWire

/// The original tutorial's program: four members in a Match, one in a Player, and its own manners.
///
/// It starts a match when it is launched, when its opponent's Player is deleted, and when its Match
/// is; it deletes a Match that names it while it plays; and it deletes nothing else.
struct Tutorial: Hashable {
    let id: PlayerID
    private(set) var match: ObjectKey?
    private(set) var object: JSONObject?
    private var players: [ObjectKey: PlayerID] = [:]
    private var matches: [ObjectKey: [PlayerID]] = [:]
    private var serial = 0

    init(id: PlayerID) {
        self.id = id
    }

    private var playerKey: ObjectKey { ObjectKey.trappingIfInvalid("random-\(id.rawValue)") }

    mutating func launch() -> [LobbyObjectEdit] {
        players[playerKey] = id
        return [.insert(.player, playerKey, ["playerID": JSON(id.rawValue)])]
    }

    mutating func handle(_ event: LobbyBucketEvent) -> [LobbyObjectEdit] {
        switch event {
        case .caughtUp: return match == nil ? start() : []
        case .inserted(.player, let key, let object, _):
            players[key] = object["playerID"]?.string.map(PlayerID.init(rawValue:))
        case .deleted(.player, let key):
            let leaver = players.removeValue(forKey: key)
            if let match, let leaver, matches[match]?.contains(leaver) == true { return start() }
        case .inserted(.match, let key, let object, _): return challenged(key, object)
        case .updated(.match, let key, let object, _, _),
            .acknowledged(.match, let key, let object):
            if key == match { self.object = object }
        case .deleted(.match, let key):
            matches[key] = nil
            if key == match { return start() }
        default: break
        }
        return []
    }

    private mutating func challenged(_ key: ObjectKey, _ object: JSONObject) -> [LobbyObjectEdit] {
        let names: [JSONString] = ["circlePlayerID", "crossPlayerID"]
        let pair = names.compactMap { object[$0]?.string.map(PlayerID.init(rawValue:)) }
        matches[key] = pair
        guard pair.contains(id) else { return [] }
        guard match == nil || match == key else { return [.delete(.match, key)] }
        match = key
        self.object = object
        return []
    }

    private mutating func start() -> [LobbyObjectEdit] {
        match = nil
        object = nil
        let seated = Set(matches.values.joined())
        let others = players.sorted { $0.key.text < $1.key.text }.map(\.value)
        guard let opponent = others.first(where: { $0 != id && !seated.contains($0) }) else {
            return []
        }
        serial += 1
        let key = ObjectKey.trappingIfInvalid("tutorial-\(id.rawValue)-\(serial)")
        let object: JSONObject = [
            "circlePlayerID": JSON(id.rawValue), "crossPlayerID": JSON(opponent.rawValue),
            "matrix": [0, 0, 0, 0, 0, 0, 0, 0, 0], "nextPieceKind": 2,
        ]
        match = key
        self.object = object
        matches[key] = [id, opponent]
        return [.insert(.match, key, object)]
    }

    /// The squares where it may place a piece, if it is its turn.
    var moves: [Square] {
        guard let object, let seen, seen.match.outcome == nil,
            seen.players[seen.match.next] == id, object["nextPieceKind"]?.int != 0
        else { return [] }
        return Array(seen.match.position.moves)
    }

    /// The tutorial knows no rounds: it sees four members.
    var seen: MatchRecord? {
        object.flatMap { try? MatchRecord($0) }
    }

    /// Rewrites the whole board, as the tutorial does.
    mutating func play(_ square: Square) -> [LobbyObjectEdit] {
        guard let match, var seen, seen.players[seen.match.next] == id else { return [] }
        do throws(MatchActionRefusal) {
            try seen.play(square, by: seen.match.next)
        } catch {
            return []
        }
        let setting: JSONObject = [
            "matrix": .array(seen.match.board.matrix.map { JSON($0) }),
            "nextPieceKind": JSON(Int(seen.match.next.rawValue)),
        ]
        for member in setting { object?[member.name] = member.value }
        return [.update(.match, match, setting: setting)]
    }
}
