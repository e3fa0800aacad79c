import Game
import Lobby
import SimperiumClock
import SimperiumJSON
import SimperiumWire
import Testing

@Suite("A guest with the name of somebody's account")
struct OwnedNameTests {
    private static let me = PlayerID(rawValue: "me")
    private static let key = ObjectKey.known("me")

    private static func session(_ name: String) throws -> LobbySession {
        var session = LobbySession(me: me, seed: 1)
        _ = session.handle(.asked(.enter(try PlayerName(name), .open, .terminal)), at: .start)
        _ = session.handle(.heard(.caughtUp), at: .start)
        return session
    }

    private static func refuse(
        _ session: inout LobbySession, _ object: JSONObject? = nil
    ) -> [LobbySession.Effect] {
        session.handle(.heard(.refused(.player, key, .invalid, object)), at: .start)
    }

    @Test("C55: A guest whose name is an account's gets a number, up to nine, and a long name fits")
    func takesNumber() throws {
        var session = try Self.session("kim")
        let other = try PlayerName("kim 2")
        let player = Player(id: Self.me, name: other, mode: .open, way: .terminal)
        #expect(
            Self.refuse(&session) == [
                .tell(.nameOwned(try PlayerName("kim"), instead: other)),
                .edit(.insert(.player, Self.key, player.members)),
            ])
        let third = Self.refuse(&session)
        #expect(third.first == .tell(.nameOwned(other, instead: try PlayerName("kim 3"))))
        // After so many numbers it was not the name.
        for _ in 4...9 { _ = Self.refuse(&session) }
        #expect(Self.refuse(&session) == [.tell(.notTaken(.player, .invalid))])

        var long = try Self.session("somebody-so-long")
        let told = Self.refuse(&long).first
        let (old, new) = (try PlayerName("somebody-so-long"), try PlayerName("somebody-so-lo 2"))
        #expect(told == .tell(.nameOwned(old, instead: new)))
    }

    @Test("So does a guest who changes the name later; the account's own person keeps it")
    func renames() throws {
        var session = try Self.session("lin")
        let here = Player(id: Self.me, name: try PlayerName("lin"), mode: .open, way: .terminal)
        _ = session.handle(.heard(.acknowledged(.player, Self.key, here.members)), at: .start)
        _ = session.handle(.asked(.rename(try PlayerName("kim"))), at: .start)
        let effects = Self.refuse(&session, here.members)
        #expect(
            effects == [
                .edit(
                    .update(.player, Self.key, setting: ["name": "kim 2"], removing: [])),
                .tell(.nameOwned(try PlayerName("kim"), instead: try PlayerName("kim 2"))),
            ])

        var owner = try Self.session("kim")
        let holder = LobbySession.Holder(user: "u-kim", name: try PlayerName("kim"))
        _ = owner.handle(.signedIn(as: holder), at: .start)
        _ = Self.refuse(&owner)
        #expect(owner.player?.name?.text == "kim")
    }
}
