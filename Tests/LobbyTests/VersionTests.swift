import Game
import Lobby
import SimperiumClock
import SimperiumJSON
import SimperiumWire
import Testing
import Visit

/// People whose programs know nothing of questions, beside those whose programs do.
@Suite("Two versions")
struct VersionTests: ClockedSuite {
    private static let ann = 0
    private static let old = 1
    var clock = Clock(ModelWorld(seed: 1, hasReferee: true))

    private mutating func come(_ mode: MatchmakingMode, _ oldMode: MatchmakingMode) {
        clock.world.add(.client("ann", mode: mode))
        var program = LobbyProgram.client("old", mode: oldMode)
        program.knowsRules = false
        clock.world.add(program)
        clock.run(for: .seconds(1))
    }

    @Test("Two players who look for any opponent play, and also play further rounds")
    mutating func auto() {
        come(.auto, .auto)
        #expect(isSeated(Self.ann) && isSeated(Self.old))
        clock.world.ask(.act(.resign), by: Self.old)
        clock.run(for: .milliseconds(200))
        for number in 0..<2 { clock.world.ask(.act(.rematch), by: number) }
        clock.run(for: .milliseconds(200))
        #expect(clock.world.programs[Self.old].client?.match?.match?.round == 2)
        #expect(clock.world.faults == [] && clock.world.hub.refusals == 0)
    }

    @Test(
        "Neither version seats the other one unasked",
        arguments: [
            (MatchmakingMode.open, MatchmakingMode.open), (.open, .auto), (.busy, .auto),
        ])
    mutating func unasked(mode: MatchmakingMode, oldMode: MatchmakingMode) {
        come(mode, oldMode)
        clock.world.ask(.challenge("ann"), by: Self.old)
        clock.run(for: .milliseconds(200))
        #expect(!isSeated(Self.ann))
        clock.world.ask(.challenge("old"), by: Self.ann)
        clock.run(for: .milliseconds(200))
        #expect(!isSeated(Self.ann) && !isSeated(Self.old))
        #expect(clock.world.programs[Self.ann].notices.last == .refused(.notAskable))
    }

    @Test("Its Player has members of the first version only, and it joins by a code as ever")
    mutating func code() throws {
        come(.open, .open)
        #expect(clock.world.programs[Self.old].client?.player?.rules == 0)
        #expect(clock.world.programs[Self.ann].client?.player?.rules == 3)
        clock.world.ask(.invite, by: Self.ann)
        clock.run(for: .milliseconds(200))
        let code = try #require(clock.world.programs[Self.ann].client?.player?.code)
        clock.world.ask(.join(code), by: Self.old)
        clock.run(for: .milliseconds(200))
        #expect(isSeated(Self.ann) && isSeated(Self.old))
    }

    @Test("No round is claimed from a program of the first version, but the match can be left")
    mutating func claim() throws {
        come(.auto, .auto)
        let own = try #require(clock.world.programs[Self.ann].client?.own)
        let circle = own.piece == .circle ? Self.ann : Self.old
        for (number, square) in [(circle, Square.centre), (1 - circle, .top)] {
            clock.world.ask(.act(.play(square)), by: number)
            clock.run(for: .milliseconds(200))
        }
        clock.world.breakLine(of: Self.old)
        clock.run(for: .seconds(16))
        clock.world.ask(.act(.claim), by: Self.ann)
        clock.run(for: .milliseconds(200))
        #expect(clock.world.programs[Self.ann].notices.last == .refused(.notKnownThere))
        let client = try #require(clock.world.programs[Self.ann].client)
        #expect(client.match?.match?.outcome == nil)
        #expect(client.matchEndIfLeaving(at: clock.world.now) == .endedUndecided)
        #expect(clock.world.hub.refusals == 0)
    }

    @Test("The tutorial's program plays with players in quick match; an old server allows all")
    mutating func tutorial() {
        clock.world.add(.client("ann", mode: .open))
        clock.world.add(.tutorial("tim"))
        clock.run(for: .seconds(2))
        #expect(!isSeated(Self.ann))
        clock.world.ask(.look(.auto), by: Self.ann)
        clock.run(for: .seconds(4))
        #expect(isSeated(Self.ann))

        var first = Clock(ModelWorld(seed: 1, hasReferee: false))
        for name in ["ann", "bob"] { first.world.add(.client(name, mode: .open)) }
        first.run(for: .seconds(1))
        #expect(first.world.programs[0].client?.player?.rules == 0)
        first.world.ask(.challenge("bob"), by: 0)
        first.run(for: .seconds(1))
        #expect(first.world.programs[1].client?.own?.opponent == "ann")
    }

    @Test("A client whose rules are refused sends them once per connection, and not without end")
    func refusedRules() {
        var client = ModelClient("ann", seed: 1)
        let key = ObjectKey.trappingIfInvalid("ann")
        let ours: JSONObject = ["playerID": "ann", "mode": "auto"]
        func countEdits(_ event: LobbyBucketEvent) -> Int {
            client.handle(.heard(event), at: .start).count { effect in
                if case .edit = effect { true } else { false }
            }
        }
        _ = client.handle(.asked(.enter(nil, .auto, nil)), at: .start)
        #expect(countEdits(.caughtUp) == 1)
        #expect(countEdits(.acknowledged(.player, key, ours)) == 0)
        for _ in 0..<2 {
            _ = countEdits(.offline)
            #expect(countEdits(.rules(2)) + countEdits(.caughtUp) == 1)
            #expect(countEdits(.refused(.player, key, .forbidden, ours)) == 0)
            #expect(countEdits(.updated(.player, key, ours, members: nil, .remote)) == 0)
        }
    }
}
