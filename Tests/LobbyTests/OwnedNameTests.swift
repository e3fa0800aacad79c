import Game
import Lobby
import SimperiumClock
import SimperiumJSON
import SimperiumWire
import Testing
import Visit

@Suite("A guest with the name of another player's account")
struct OwnedNameTests {
    private static let me = PlayerID(rawValue: "me")
    private static let key = ObjectKey.trappingIfInvalid("me")

    private static func client(_ name: String) throws -> ModelClient {
        var client = ModelClient(me, seed: 1)
        _ = client.handle(.asked(.enter(try PlayerName(name), .open, .terminal)), at: .start)
        _ = client.handle(.heard(.caughtUp), at: .start)
        return client
    }

    private static func refuse(
        _ client: inout ModelClient, _ object: JSONObject? = nil
    ) -> [ModelClient.Effect] {
        client.handle(.heard(.refused(.player, key, .invalid, object)), at: .start)
    }

    @Test("C55: A guest whose name is an account's gets a number, up to nine, and a long name fits")
    func takesNumber() throws {
        var client = try Self.client("kim")
        let other = try PlayerName("kim 2")
        let player = Player(id: Self.me, name: other, mode: .open, way: .terminal)
        #expect(
            Self.refuse(&client) == [
                .tell(.nameOwned(try PlayerName("kim"), instead: other)),
                .edit(.insert(.player, Self.key, player.members)),
            ])
        let third = Self.refuse(&client)
        #expect(third.first == .tell(.nameOwned(other, instead: try PlayerName("kim 3"))))
        // After so many numbers it was not the name.
        for _ in 4...9 { _ = Self.refuse(&client) }
        #expect(Self.refuse(&client) == [.tell(.notTaken(.player, .invalid))])

        var long = try Self.client("somebody-so-long")
        let told = Self.refuse(&long).first
        let (old, new) = (try PlayerName("somebody-so-long"), try PlayerName("somebody-so-lo 2"))
        #expect(told == .tell(.nameOwned(old, instead: new)))
    }

    @Test("C55: A number that another guest has taken is skipped, unless all are taken")
    func skipsTakenNumbers() throws {
        func instead(amid names: [String]) throws -> String? {
            var client = try Self.client("kim")
            for (index, name) in names.enumerated() {
                let key = ObjectKey.trappingIfInvalid("other\(index)")
                let other = Player(
                    id: PlayerID(rawValue: key.text), name: try PlayerName(name), mode: .open)
                let event = LobbyBucketEvent.inserted(.player, key, other.members, .remote)
                _ = client.handle(.heard(event), at: .start)
            }
            _ = Self.refuse(&client)
            return client.player?.name?.text
        }
        #expect(try instead(amid: ["kim 2", "Kim 3"]) == "kim 4")
        #expect(try instead(amid: (2...9).map { "kim \($0)" }) == "kim 2")
    }

    @Test("C55: A guest who tries the account's name again keeps their own number")
    func keepsNumber() throws {
        var client = try Self.client("kim")
        _ = Self.refuse(&client)
        let second = try PlayerName("kim 2")
        let here = Player(id: Self.me, name: second, mode: .open, way: .terminal)
        _ = client.handle(.heard(.acknowledged(.player, Self.key, here.members)), at: .start)
        _ = client.handle(.asked(.rename(try PlayerName("kim"))), at: .start)
        let effects = Self.refuse(&client, here.members)
        #expect(effects == [.tell(.nameOwned(try PlayerName("kim"), instead: second))])
        #expect(client.player?.name == second)
    }

    @Test("A player is found by a name with other capitals, unless two players match")
    func findsByLookAlike() throws {
        var client = try Self.client("kim")
        func come(_ id: String, _ name: String, user: String? = nil, idle: Int? = nil) throws {
            var player = Player(
                id: PlayerID(rawValue: id), name: try PlayerName(name), mode: .open)
            (player.user, player.idle) = (user, idle)
            let key = ObjectKey.trappingIfInvalid(id)
            let event = LobbyBucketEvent.inserted(.player, key, player.members, .remote)
            _ = client.handle(.heard(event), at: .start)
        }
        func found(_ name: String) -> String? {
            client.client.otherPlayer(called: name)?.rawValue
        }
        try come("a", "Zoe", user: "u-zoe")
        #expect(found("zoe") == "a" && found("Zoe") == "a" && found("zo") == nil)
        try come("b", "Zoe", user: "u-zoe")
        #expect(found("zoe") == "a", "it is another device of the same player")
        try come("c", "ZOE", user: "u-else")
        #expect(found("zoe") == nil && found("ZOE") == "c")
        #expect(found("KIM") == nil, "that is the player's own name")
        try come("d", "Max", user: "u-max", idle: 5)
        try come("e", "Max", user: "u-max")
        #expect(found("Max") == "e" && found("max") == "e", "the device in use, as in the list")
    }

    @Test("So does a guest who changes the name later; the account's own person keeps it")
    func renames() throws {
        var client = try Self.client("lin")
        let here = Player(id: Self.me, name: try PlayerName("lin"), mode: .open, way: .terminal)
        _ = client.handle(.heard(.acknowledged(.player, Self.key, here.members)), at: .start)
        _ = client.handle(.asked(.rename(try PlayerName("kim"))), at: .start)
        let effects = Self.refuse(&client, here.members)
        #expect(
            effects == [
                .tell(.nameOwned(try PlayerName("kim"), instead: try PlayerName("kim 2"))),
                .edit(
                    .update(.player, Self.key, setting: ["name": "kim 2"], removing: [])),
            ])

        var owner = try Self.client("kim")
        let holder = LobbyClient.AccountIdentity(user: "u-kim", name: try PlayerName("kim"))
        _ = owner.handle(.signedIn(as: holder), at: .start)
        _ = Self.refuse(&owner)
        #expect(owner.player?.name?.text == "kim")
    }
}
