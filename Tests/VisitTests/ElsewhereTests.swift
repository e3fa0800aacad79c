import Drawing
import Game
import Lobby
import Records
import SimperiumClock
import SimperiumSync
import Simulation
import Testing
import Visit

/// A match on one device that the player continues on another one.
@Suite("Continuing a match from another device")
struct ElsewhereTests {
    /// lin at a board with p1, and lin's other device.
    private static func world(seed: UInt64 = 1) throws -> LobbyWorld {
        var world = LobbyWorld(seed: seed, grace: 60)
        world.add()
        world.signIn(0, as: "lin")
        world.run(for: .milliseconds(300))
        world.add()
        world.run(for: .milliseconds(300))
        try #require(world.visitors[1].visit?.match != nil)
        world.add(.open)
        world.signIn(2, as: "lin")
        world.run(for: .seconds(1))
        return world
    }

    private static func isSeated(_ world: LobbyWorld, _ visitor: Int) -> Bool {
        world.visitors[visitor].visit?.match != nil
    }

    @Test("C49, C50: The person's other device is offered the match as long as it is played")
    func offers() throws {
        var world = try Self.world()
        let place = try #require(world.visitors[2].visit?.otherDeviceMatch)
        #expect(place.opponent == "p1")
        #expect(place.note.client == "p0" && place.note.device == "device 0")
        #expect(world.visitors[0].visit?.otherDeviceMatch == nil, "it is here")

        world.add(.open)
        world.add(.open)
        world.signIn(4, as: "okafor")
        world.run(for: .seconds(1))
        #expect(world.visitors[3].visit?.otherDeviceMatch == nil, "a guest")
        #expect(world.visitors[4].visit?.otherDeviceMatch == nil, "another account")

        world.ask(.leaveMatch(.open), by: 0)
        world.run(for: .seconds(2))
        #expect(world.visitors[2].visit?.otherDeviceMatch == nil, "it has ended")
        #expect(world.visitors[2].visit?.records?.seat == nil)
    }

    @Test("P24: No search begins while another device of the account is at a board")
    func doesNotSearch() throws {
        var world = try Self.world()
        world.ask(.look(.auto), by: 2)
        #expect(world.visitors[2].visit?.player?.mode == .open)
        world.ask(.leaveMatch(.open), by: 0)
        world.run(for: .seconds(1))
        world.ask(.look(.auto), by: 2)
        #expect(world.visitors[2].visit?.player?.mode.isLooking == true)
    }

    @Test("C49: It takes the seat over, and the first program is told and dials no more")
    func takesOver() throws {
        var world = try Self.world()
        let key = world.visitors[0].visit?.match?.key
        let isAsked = world.continueMatchHere(2)
        #expect(isAsked)
        world.run(for: .seconds(2))
        #expect(world.visitors[2].visit?.match?.key == key)
        #expect(world.visitors[2].visit?.me.rawValue == "p0")
        #expect(
            world.visitors[0].visit?.status == .offline(retryAt: nil, because: .takenOver))
        world.endTakenOver()
        world.run(for: .seconds(100))
        #expect(world.visitors[2].visit?.match?.key == key)
        let piece = try #require(world.visitors[2].visit?.own?.piece)
        let first = piece == .circle ? 2 : 1
        world.ask(.act(.play(.centre)), by: first)
        world.run(for: .seconds(1))
        world.ask(.act(.play(.topLeft)), by: 3 - first)
        world.run(for: .seconds(1))
        for visitor in 1...2 {
            #expect(world.visitors[visitor].visit?.match?.match?.board.pieceCount == 2)
        }
        let note = world.visitors[2].visit?.records?.seat
        #expect(note?.client == "p0" && note?.device == "device 2")
        #expect(world.visitors[1].notices.filter(\.isOfEnds) == [])
        #expect(world.server.refusals == [] && world.faults == [])

        // A line that breaks afterwards is mended as ever.
        world.cutLine(of: 2)
        world.run(for: .seconds(20))
        #expect(Self.isSeated(world, 2) && Self.isSeated(world, 1))
        #expect(world.faults == [])
    }

    @Test("C49: A person who enters again on the way leaves no player behind")
    func entersOnTheWay() throws {
        var world = try Self.world()
        world.continueMatchHere(2)
        world.ask(.enter(try PlayerName("p2"), .open, .terminal), by: 2)
        world.run(for: .seconds(2))
        #expect(Self.isSeated(world, 2))
        let roster = world.visitors[1].visit?.lobbyState.roster
        #expect(roster?.contains(PlayerID(rawValue: "p2")) == false)
    }

    @Test("C49: A person who watches a match leaves no Watcher behind")
    func watchesBefore() throws {
        var world = try Self.world()
        world.ask(.watch(.anything), by: 2)
        world.run(for: .seconds(1))
        try #require(world.server.objects(in: .watcher).count == 1)
        world.continueMatchHere(2)
        world.run(for: .seconds(2))
        #expect(Self.isSeated(world, 2))
        #expect(world.server.objects(in: .watcher).isEmpty)
    }

    @Test("C49: A place that is left meanwhile is free, and the device keeps its player")
    func tooLate() throws {
        for pause in 0..<8 {
            var world = try Self.world(seed: UInt64(pause))
            world.continueMatchHere(2)
            world.run(for: .microseconds(Int64(pause) * 700))
            world.ask(.leave, by: 0)
            world.run(for: .seconds(5))
            world.endTakenOver()
            world.run(for: .seconds(80))
            #expect(world.faults == [], "\(pause)")
            let me = try #require(world.visitors[2].visit?.me.rawValue)
            #expect(me == "p2" || Self.isSeated(world, 2) || me == "p0", "\(pause)")
            #expect(world.visitors[2].visit?.player != nil, "\(pause): nobody is here")
        }
    }
}

extension Notice {
    fileprivate var isOfEnds: Bool {
        if case .matchEnded = self { true } else { false }
    }
}
