import Game
import Lobby
import SimperiumClock
import SimperiumJSON
import SimperiumWire
import Testing
import Visit

@Suite("Names that those don't read who only watch")
struct HiddenTests {
    private static func lobby(hiding isHidden: Bool) throws -> LobbyState {
        var lobbyState = LobbyState()
        for name in ["ann", "bob"] {
            let id = PlayerID(rawValue: name)
            var player = Player(id: id, name: try PlayerName(name), mode: .open)
            player.isHidden = isHidden && name == "ann"
            let key = ObjectKey.trappingIfInvalid(name)
            _ = lobbyState.fold(.inserted(.player, key, player.members, .remote), at: .start)
        }
        return lobbyState
    }

    @Test("P31: Players read a hidden name, spectators do not")
    func names() throws {
        var lobbyState = try Self.lobby(hiding: true)
        #expect(lobbyState.people.map(\.name) == ["ann", "bob"])
        #expect(lobbyState.people.map(\.isHidden) == [true, false])
        lobbyState.hidesNames = true
        #expect(lobbyState.roster.shownName(of: "ann").hasPrefix("guest"))
        #expect(lobbyState.roster.shownName(of: "bob") == "bob")
        var open = try Self.lobby(hiding: false)
        open.hidesNames = true
        #expect(open.roster.shownName(of: "ann") == "ann")
    }

    @Test("P31: A server of the first version gets no such member; at ours it is true or absent")
    func member() throws {
        var bench = Bench("ann")
        #expect(bench.change("ann", ["hidden": .bool(true)]) == nil)
        #expect(bench.change("ann", ["hidden": .bool(false)])?.isTrespass == false)
        #expect(bench.change("ann", ["hidden": "yes"])?.isTrespass == false)

        var clock = Clock(ModelWorld(seed: 1, hasReferee: false))
        let number = clock.world.add(.client("ann", mode: .open))
        for _ in 0..<2 {
            clock.world.ask(.hide(true), by: number)
            clock.run(for: .seconds(1))
            #expect(clock.world.hub.index(of: .player).first?.object["hidden"] == nil)
        }
    }

    @Test("P31: It may be set before a player enters, and is stored for their return")
    func remembers() throws {
        var clock = Clock(ModelWorld(seed: 1, hasReferee: true))
        let number = clock.world.add(.client("ann", mode: nil))
        clock.world.ask(.hide(true), by: number)
        let client = { clock.world.programs[number].client }
        func object() -> JSONObject? { clock.world.hub.index(of: .player).first?.object }
        for _ in 0..<2 {
            clock.world.ask(.enter(try PlayerName("ann"), .open, nil), by: number)
            clock.run(for: .seconds(1))
            #expect(object()?["hidden"] == .bool(true))
            clock.world.ask(.leave, by: number)
            clock.run(for: .seconds(1))
        }
        clock.world.ask(.enter(try PlayerName("ann"), .open, nil), by: number)
        clock.run(for: .seconds(1))
        clock.world.ask(.hide(false), by: number)
        clock.run(for: .seconds(1))
        #expect(object()?["hidden"] == nil)
        #expect(client()?.isHidden == false)
        #expect(clock.world.faults == [])
    }
}
