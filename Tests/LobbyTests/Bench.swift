import Game
import Lobby
import SimperiumClock
import SimperiumJSON
import SimperiumWire

/// A referee with players whose objects and times the test chooses.
struct Bench {
    /// The members that the first two moves of a new match change, on the first two squares.
    static let firstMove: JSONObject = [
        "matrix": [2, 0, 0, 0, 0, 0, 0, 0, 0], "nextPieceKind": 1,
    ]
    static let secondMove: JSONObject = [
        "matrix": [2, 1, 0, 0, 0, 0, 0, 0, 0], "nextPieceKind": 2,
    ]

    private(set) var referee = LobbyEditReferee()
    private(set) var stamp = ServerTime(milliseconds: 1_000_000)
    private var objects: [ObjectKey: JSONObject] = [:]
    /// The time of each object's last change.
    private var stamps: [ObjectKey: ServerTime] = [:]
    private var away: [ObjectKey: ServerTime] = [:]

    /// Players in this mode, with programs of these rules.
    init(_ names: String..., mode: String = "open", rules: Int = 2) {
        for name in names { come(name, mode: mode, rules: rules) }
    }

    mutating func come(
        _ name: String, mode: String = "open", rules: Int = 2, code: String? = nil,
        user: String? = nil
    ) {
        var object: JSONObject = [
            "playerID": JSON(name), "mode": JSON(mode),
            "name": JSON(name.prefix(1).uppercased() + name.dropFirst()),
        ]
        if rules > 0 { object["rules"] = JSON(rules) }
        object["code"] = code.map { JSON($0) }
        object["user"] = user.map { JSON($0) }
        insert(object, as: name, in: .player)
    }

    mutating func wait(_ span: Duration) {
        stamp = stamp + span
    }

    /// Changes members of a Player. Returns the foul, or nil if the change is allowed.
    mutating func change(_ name: String, _ members: JSONObject) -> Foul? {
        let key = ObjectKey.trappingIfInvalid(name)
        let old = objects[key] ?? [:]
        let new = old.with(members)
        let foul = referee.foul(
            .change(from: old, to: new), on: key, in: .player,
            by: author(name, isOwner: true), at: stamp)
        guard foul == nil else { return foul }
        keep(new, as: key)
        referee.observe(
            .updated(.player, key, new, members: nil, .remote), stamp: stamp, at: .start)
        return nil
    }

    mutating func ask(_ name: String, _ other: String, number: Int = 1) -> Foul? {
        change(name, ["asks": ["n": JSON(number), "to": JSON(other)]])
    }

    mutating func decline(_ name: String, _ other: String, number: Int = 1, forGood: Bool) {
        _ = change(name, ["declines": ["n": JSON(forGood ? -number : number), "of": JSON(other)]])
    }

    /// Starts a match as `circle`. Returns the foul, or nil if that is allowed.
    mutating func seat(_ circle: String, _ cross: String, _ members: JSONObject = [:]) -> Foul? {
        let object = MatchRecord(
            circle: PlayerID(rawValue: circle), cross: PlayerID(rawValue: cross)
        ).members.with(members)
        let foul = referee.foul(
            .insert(object), on: "match", in: .match, by: author(circle), at: stamp)
        if foul == nil { insert(object, as: "match", in: .match) }
        return foul
    }

    /// Changes members of the match. Returns the foul, or nil if the change is allowed.
    mutating func play(_ name: String, _ members: JSONObject) -> Foul? {
        let old = objects["match"] ?? [:]
        let new = old.with(members)
        let foul = referee.foul(
            .change(from: old, to: new), on: "match", in: .match, by: author(name), at: stamp)
        guard foul == nil else { return foul }
        keep(new, as: "match")
        referee.observe(
            .updated(.match, "match", new, members: nil, .remote), stamp: stamp, at: .start)
        return nil
    }

    mutating func leave(_ name: String) {
        objects[ObjectKey.trappingIfInvalid(name)] = nil
        referee.observe(
            .deleted(.player, ObjectKey.trappingIfInvalid(name)), stamp: stamp, at: .start)
    }

    mutating func endMatch() {
        objects["match"] = nil
        referee.observe(.deleted(.match, "match"), stamp: stamp, at: .start)
    }

    mutating func cut(_ name: String) {
        away[ObjectKey.trappingIfInvalid(name)] = stamp
        referee.recordAbsenceIfPlayers(
            [ObjectKey.trappingIfInvalid(name)], in: .player, since: stamp, at: .start)
    }

    mutating func mend(_ name: String) {
        away[ObjectKey.trappingIfInvalid(name)] = nil
        referee.recordReturnIfPlayers(
            [ObjectKey.trappingIfInvalid(name)], in: .player, at: stamp, now: .start)
    }

    /// The hub starts again with what it has stored, by the stamps that it had.
    mutating func reopen() {
        referee = LobbyEditReferee()
        show([.match, .player])
    }

    /// The store fails the bucket of the Players, and the hub opens it again. This player returns
    /// before that.
    mutating func lose(returning name: String) {
        referee.forget(.player, at: .start)
        away[ObjectKey.trappingIfInvalid(name)] = nil
        show([.player])
    }

    /// The hub has opened these buckets, and shows what it has stored.
    private mutating func show(_ buckets: Set<LobbyBucket>) {
        for (key, object) in objects.sorted(by: { $0.key.text < $1.key.text }) {
            let bucket = object["playerID"] == nil ? LobbyBucket.match : .player
            guard buckets.contains(bucket) else { continue }
            referee.observe(
                .inserted(bucket, key, object, .remote), stamp: stamps[key] ?? stamp, at: .start)
        }
        for (key, since) in away.sorted(by: { $0.key.text < $1.key.text }) {
            referee.recordAbsenceIfPlayers([key], in: .player, since: since, at: .start)
        }
        referee.recordLogOpened(at: stamp)
    }

    private mutating func keep(_ object: JSONObject, as key: ObjectKey) {
        objects[key] = object
        stamps[key] = stamp
    }

    private mutating func insert(_ object: JSONObject, as name: String, in bucket: LobbyBucket) {
        let key = ObjectKey.trappingIfInvalid(name)
        keep(object, as: key)
        referee.observe(.inserted(bucket, key, object, .remote), stamp: stamp, at: .start)
    }

    private func author(_ name: String, isOwner: Bool = false) -> LobbyEditReferee.ChangeAuthor {
        LobbyEditReferee.ChangeAuthor(
            clientID: name, player: PlayerID(rawValue: name), isOwner: isOwner)
    }
}
