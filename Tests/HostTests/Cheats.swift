import Game
import Lobby
import SimperiumClock
import SimperiumJSON
import SimperiumWire
import Simulation
import SyncHub

/// A guarded lobby with Ann and Bob at a match and Eve beside them. All three write objects that no
/// real program would write.
struct Cheats {
    private(set) var server = LobbyServer(isGuarded: true)
    private var versions: [ObjectKey: Int] = [:]
    private var lastName: UInt64 = 0
    private(set) var ann = ConnectionID(rawValue: 0)
    private(set) var bob = ConnectionID(rawValue: 0)
    private(set) var eve = ConnectionID(rawValue: 0)

    init() {
        ann = join("ann")
        bob = join("bob")
        eve = join("eve")
        for (name, id) in [("ann", ann), ("bob", bob), ("eve", eve)] {
            _ = put(name, Self.player(name), in: .player, by: id)
        }
        _ = put("m", Self.fresh, in: .match, by: ann)
    }

    static let fresh = match("ann", "bob")

    static func player(_ id: String, name: String? = nil) -> JSONObject {
        ["playerID": JSON(id), "name": JSON(name ?? id), "mode": "auto", "via": "terminal"]
    }

    static func match(_ circle: String, _ cross: String) -> JSONObject {
        MatchRecord(circle: PlayerID(rawValue: circle), cross: PlayerID(rawValue: cross)).members
    }

    /// A connection with a channel for each bucket.
    mutating func join(_ clientID: String, token: Token = .lobby) -> ConnectionID {
        lastName += 1
        let id = ConnectionID(rawValue: lastName)
        _ = server.handle(.opened(id, app: nil), at: .start)
        for (channel, bucket) in LobbyBucket.allCases.enumerated() {
            open(bucket.rawValue, as: clientID, token: token, channel: channel, on: id)
        }
        return id
    }

    mutating func open(
        _ bucket: String, as clientID: String, token: Token = .lobby, channel: Int,
        on id: ConnectionID
    ) {
        say(
            """
            \(channel):init:{"clientid":"\(clientID)","api":"1.1","token":"\(token.text)",\
            "app_id":"tictactoe","name":"\(bucket)","cmd":"i::::500"}
            """, by: id)
    }

    mutating func leave(_ id: ConnectionID, _ farewell: ConnectionEnd = .goodbye) {
        _ = server.handle(.closed(id, farewell), at: .start)
    }

    /// Inserts or replaces an object. Returns nil if it was accepted, otherwise the error.
    mutating func put(
        _ key: String, _ object: JSONObject, in bucket: LobbyBucket, by id: ConnectionID,
        channel: Int? = nil
    ) -> String? {
        change(.replace(with: object), key, in: bucket, by: id, channel)
    }

    /// Changes some members of the match.
    mutating func change(_ members: JSONObject, by id: ConnectionID) -> String? {
        var object = server.objects(in: .match).first { $0.key.text == "m" }?.object ?? [:]
        for member in members { object[member.name] = member.value }
        return put("m", object, in: .match, by: id)
    }

    /// Sets the board and the next piece, also to invalid numbers.
    mutating func play(_ matrix: [Int], next: Int, by id: ConnectionID) -> String? {
        change(
            ["matrix": .array(matrix.map { JSON($0) }), "nextPieceKind": JSON(next)], by: id)
    }

    mutating func remove(
        _ key: String, from bucket: LobbyBucket, by id: ConnectionID
    ) -> String? {
        change(.remove, key, in: bucket, by: id, nil)
    }

    mutating func empty(_ bucket: LobbyBucket, by id: ConnectionID) -> String? {
        change(.empty, bucket.rawValue, in: bucket, by: id, nil)
    }

    private mutating func change(
        _ operation: Change.Operation, _ name: String, in bucket: LobbyBucket,
        by id: ConnectionID, _ channel: Int?
    ) -> String? {
        lastName += 1
        let key: ObjectKey = named(name)
        let version = operation == .remove ? nil : versions[key].flatMap { EntityVersion($0) }
        let change = Change(operation, key: key, version: version, id: named("\(lastName)"))
        let count = server.refusals.count
        let own = LobbyBucket.allCases.firstIndex(of: bucket) ?? 0
        let number = ChannelNumber(rawValue: UInt16(channel ?? own))
        let frame = ClientMessage.command(.singleChange(change), on: number).frame
        _ = server.handle(.received(frame, from: id), at: .start)
        guard server.refusals.count == count else { return server.refusals.last }
        versions[key] = operation == .remove ? nil : (versions[key] ?? 0) + 1
        return nil
    }

    /// Requests a change from outside.
    mutating func request(_ object: JSONObject, as key: String, in bucket: String) -> String? {
        lastName += 1
        let id = BucketID(
            app: LobbyServer.app, user: LobbyServer.user, name: named(bucket))
        let change = Change(
            .replace(with: object), key: named(key), id: named("\(lastName)"))
        let caller = Caller(
            identity: Identity(user: LobbyServer.user, name: named("lobby")),
            clientID: named(key))
        let count = server.refusals.count
        let event = Hub.Event.requested(
            RequestID(rawValue: lastName), .change(change), of: id, by: caller)
        _ = server.handle(event, at: .start)
        return server.refusals.count == count ? nil : server.refusals.last
    }

    private mutating func say(_ frame: String, by id: ConnectionID) {
        _ = server.handle(.received([UInt8](frame.utf8), from: id), at: .start)
    }
}

extension Token {
    static let lobby: Token = named(LobbyCredentials.token)
}
