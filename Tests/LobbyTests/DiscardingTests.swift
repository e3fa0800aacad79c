import Game
import Lobby
import SimperiumClock
import SimperiumJSON
import SimperiumWire
import Testing
import Visit

/// The Matches that a client deletes, and those that it leaves to other clients.
@Suite("Discarding")
struct DiscardingTests {
    private var client = ModelClient("me", seed: 1)

    init() {
        _ = client.handle(.asked(.enter(nil, .open, nil)), at: .start)
        for id in ["ann", "bob"] as [PlayerID] { come(id) }
        _ = deleted(.caughtUp)
        _ = deleted(.acknowledged(.player, "me", ["playerID": "me", "mode": "open"]))
    }

    @Test("Our match is deleted when an older one takes a player away; another one's is left alone")
    mutating func outrun() throws {
        var others = self
        start("older", "ann", "zoe")
        let ours = try challenge("ann")
        #expect(client.match?.key == ours)
        #expect(come("zoe") == [ours] && client.match == nil)
        #expect(deleted(.back(.player, ["zoe"])) == [], "once is enough")

        others.start("older", "ann", "zoe")
        #expect(others.start("theirs", "ann", "me") == [])
        #expect(others.come("zoe") == [] && others.client.match == nil)
    }

    @Test("A challenge on its way is taken back for another match, on request and without a line")
    mutating func takesBack() throws {
        var (withdrawing, failing) = (self, self)
        let ours = try ask(for: "ann")
        #expect(start("theirs", "bob", "me") == [ours])
        #expect(client.challenge == nil && client.match?.key == "theirs")

        let first = try withdrawing.ask(for: "ann")
        let effects = withdrawing.client.handle(.asked(.withdrawChallenge), at: .start)
        #expect(effects == [.edit(.delete(.match, first))])
        let next = try withdrawing.ask(for: "ann")
        #expect(withdrawing.deleted(.offline) == [next] && withdrawing.client.challenge == nil)

        // A match that is deleted before both are seated counts as a failed challenge.
        let deleted = try failing.ask(for: "ann")
        let name = try #require(failing.client.challenge?.name)
        let told = failing.client.handle(.heard(.deleted(.match, deleted)), at: .start)
        #expect(told == [.tell(.challengeFailed(name: name))])
        #expect(failing.client.challenge == nil)
    }

    @Test("A challenger who is waiting to be refused, as the tutorial's program does, is refused")
    mutating func refusesTutorial() throws {
        let ours = try challenge("ann")
        #expect(start("plain", "bob", "me", isPlain: true) == ["plain"])
        #expect(start("theirs", "bob", "me") == [] && client.match?.key == ours)
    }

    @Test("The tutorial's program that continues with another person is let go; others delete it")
    mutating func letsTutorialGo() {
        var another = self
        start("plain", "bob", "me", isPlain: true)
        #expect(start("aside", "ann", "bob", isPlain: true) == [], "bob has not asked for that")
        #expect(client.match?.key == "plain")
        #expect(start("later", "bob", "ann", isPlain: true) == ["plain"] && client.match == nil)
        #expect(deleted(.deleted(.match, "plain")) == [])

        another.start("theirs", "bob", "me")
        #expect(another.start("later", "bob", "ann") == [])
        #expect(another.client.match?.key == "theirs")
    }

    @Test("Of a match whose other player has left, who made it takes care")
    mutating func outlivesOpponent() throws {
        let ours = try challenge("ann")
        #expect(deleted(.deleted(.player, "ann")) == [ours])
        _ = deleted(.deleted(.match, ours))
        start("theirs", "bob", "me")
        #expect(deleted(.deleted(.player, "bob")) == [])
    }

    @Test("A busy player joins only the tutorial's matches, and no match without a board")
    mutating func isBusy() {
        #expect(start("boardless", "ann", "me", ["matrix": "full"]) == ["boardless"])
        #expect(client.match == nil)
        _ = deleted(.deleted(.match, "boardless"))

        _ = client.handle(.asked(.look(.busy)), at: .start)
        #expect(start("theirs", "ann", "me") == ["theirs"] && client.match == nil)
        _ = deleted(.deleted(.match, "theirs"))
        #expect(start("plain", "bob", "me", isPlain: true) == [])
        #expect(client.match?.key == "plain")
    }

    @Test("If the age of two matches is unknown, ours gives way")
    mutating func givesWay() throws {
        let ours = try ask(for: "ann")
        #expect(deleted(.willIndex(.match)) == [])
        #expect(start("theirs", "ann", "bob", from: .index) == [])
        #expect(deleted(.acknowledged(.match, ours, Self.match("me", "ann"))) == [])
        #expect(deleted(.didIndex(.match)) == [ours] && client.match == nil)
    }

    @Test("A returning player deletes the matches that waited, before other players see them")
    mutating func comesBack() {
        _ = client.handle(.asked(.leave), at: .start)
        _ = deleted(.deleted(.player, "me"))
        start("theirs", "bob", "me")
        #expect(
            client.handle(.asked(.enter(nil, .open, nil)), at: .start).map(\.edited) == [
                .match, .player,
            ])
    }
}

extension DiscardingTests {
    /// The Matches that the client deletes because of an event.
    private mutating func deleted(_ event: LobbyBucketEvent) -> [ObjectKey] {
        client.handle(.heard(event), at: .start).compactMap { effect in
            if case .edit(.delete(.match, let key)) = effect { key } else { nil }
        }
    }

    @discardableResult
    private mutating func come(_ id: PlayerID) -> [ObjectKey] {
        let object: JSONObject = ["playerID": JSON(id.rawValue), "mode": "open"]
        return deleted(
            .inserted(.player, ObjectKey.trappingIfInvalid(id.rawValue), object, .remote))
    }

    private static func match(_ circle: PlayerID, _ cross: PlayerID) -> JSONObject {
        MatchRecord(circle: circle, cross: cross).members
    }

    /// Starts a match of other players.
    @discardableResult
    private mutating func start(
        _ key: ObjectKey, _ circle: PlayerID, _ cross: PlayerID, _ members: JSONObject = [:],
        isPlain: Bool = false, from source: LobbyBucketEvent.EventSource = .remote
    ) -> [ObjectKey] {
        var object = Self.match(circle, cross).with(members)
        for name in ["round", "circleWins", "crossWins", "draws"] as [JSONString] where isPlain {
            object[name] = nil
        }
        return deleted(.inserted(.match, key, object, source))
    }

    /// Challenges a player. Returns the key of the new Match.
    private mutating func ask(for id: PlayerID) throws -> ObjectKey {
        _ = client.handle(.asked(.challenge(id)), at: .start)
        return try #require(client.challenge?.key)
    }

    private mutating func challenge(_ id: PlayerID) throws -> ObjectKey {
        let key = try ask(for: id)
        _ = deleted(.acknowledged(.match, key, Self.match(client.me, id)))
        return key
    }
}

extension ModelClient.Effect {
    /// The bucket that it writes to.
    fileprivate var edited: LobbyBucket? {
        switch self {
        case .edit(.insert(let bucket, _, _)), .edit(.update(let bucket, _, _, _)),
            .edit(.delete(let bucket, _)):
            bucket
        case .tell: nil
        }
    }
}

extension PlayerID: ExpressibleByStringLiteral {
    package init(stringLiteral text: String) {
        self.init(rawValue: text)
    }
}

extension ObjectKey: ExpressibleByStringLiteral {
    package init(stringLiteral text: String) {
        self = .trappingIfInvalid(text)
    }
}
