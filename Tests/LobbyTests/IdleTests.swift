import Game
import Lobby
import SimperiumClock
import SimperiumJSON
import Testing
import Visit

/// Idle players, as the referee sees them.
@Suite("Idle players and the referee")
struct IdleRefereeTests {
    private static let claim: JSONObject = ["resigned": 1, "ending": "claim"]

    /// ann has circle, and has moved; bob is to move.
    private static func bench(
        rules: Int = 3, limit: JSONObject = [:], terms: JSONObject = [:]
    ) -> Bench {
        var bench = Bench("ann", mode: "busy", rules: 3)
        bench.come("bob", mode: "busy", rules: rules)
        let mode: JSONObject =
            limit.isEmpty ? ["mode": "auto"] : ["mode": "auto-clock", "limit": [10]]
        for name in ["ann", "bob"] { #expect(bench.change(name, mode) == nil) }
        #expect(bench.seat("ann", "bob", limit) == nil)
        #expect(bench.play("ann", Bench.firstMove) == nil)
        return bench
    }

    static let stories = [
        BenchStory(
            "P81: A round is claimed of a player who is to move and idle, and of no other",
            bench(), .play("ann", claim, is: .claimNotDue), .play("bob", ["crossIdle": 11]),
            .play("bob", ["resigned": 2, "ending": "claim"], is: .claimNotDue),
            .play("ann", claim)),
        BenchStory(
            "P81: A key takes that back, and so does a move", bench(),
            .play("bob", ["crossIdle": 11]), .play("bob", ["crossIdle": .null]),
            .play("ann", claim, is: .claimNotDue), .play("bob", ["crossIdle": 11]),
            .play("bob", Bench.secondMove), .play("ann", claim, is: .claimNotDue)),
        BenchStory(
            "P81: Nothing is claimed by an earlier report, or before the player is to move",
            bench(), .play("bob", ["crossIdle": 10]), .play("ann", claim, is: .claimNotDue),
            .play("ann", ["circleIdle": 11]),
            .play("bob", ["resigned": 2, "ending": "claim"], is: .claimNotDue)),
        BenchStory(
            "P81: A player reports only themselves", bench(),
            .play("ann", ["crossIdle": 11], is: .othersFlag)),
        BenchStory(
            "P81: With a clock the clock decides", bench(limit: ["limit": 10]),
            .play("bob", ["crossIdle": 11]), .play("ann", claim, is: .claimNotDue)),
        BenchStory(
            "P81: A program of an earlier version has no such member", bench(rules: 2),
            .play("bob", ["crossIdle": 11], is: .notAskable("bob"))),
        BenchStory(
            "P80: The minutes without a key are a number from one on", Bench("ann"),
            .change("ann", ["idle": 2]), .change("ann", ["idle": 4]),
            .change("ann", ["idle": 0], is: .flawed(.wrongType(member: "idle"))),
            .change("ann", ["idle": true], is: .flawed(.wrongType(member: "idle"))),
            .change("ann", ["idle": .null])),
        BenchStory(
            "P80: An idle player is asked by one who looks for the same, and is seated by them",
            Bench("ann", "bob", mode: "auto", rules: 3), .change("bob", ["idle": 2]),
            .ask("ann", "bob"), .change("bob", ["idle": .null]), .seat("bob", "ann")),
    ]

    @Test("Idle players", arguments: stories)
    func judges(story: BenchStory) {
        story.run()
    }

    @Test("P81: A player who leaves an idle opponent loses nothing")
    func excuses() {
        var bench = Self.bench()
        bench.perform(.play("bob", Bench.secondMove), .play("ann", ["circleIdle": 12]))
        func result(_ name: String) -> ReturningPlayerResult.UnfinishedRoundResult? {
            bench.referee.matchResultAtSeatEnd(
                of: PlayerID(rawValue: name), isLate: false, at: bench.stamp)?.result
        }
        #expect(result("bob") == .undecided && result("ann") == .lost)
        bench.perform(.play("ann", ["circleIdle": .null]))
        #expect(result("bob") == .lost)
    }
}

/// Idle players in a lobby with a referee.
@Suite("Idle players")
struct IdleTests: ClockedSuite {
    private static let ann = 0
    private static let hugo = 1
    private static let hugoID = PlayerID(rawValue: "hugo")
    var clock = Clock(ModelWorld(seed: 1, hasReferee: true))

    private mutating func come(_ name: String, seesKeys: Bool = true, rules: Bool = true) {
        var program = LobbyProgram.client(name, mode: .auto)
        (program.seesKeys, program.knowsRules) = (seesKeys, rules)
        clock.world.add(program)
        clock.run(for: .milliseconds(500))
    }

    private mutating func press(_ number: Int) {
        clock.world.handle(.pressed, by: number)
        clock.run(for: .milliseconds(200))
    }

    /// hugo has looked for a match for two minutes without a key, and then ann comes.
    private mutating func comeToHugo() {
        clock.world.add(.client("bea", mode: .busy))
        come("hugo")
        clock.run(for: .seconds(150))
        come("ann", seesKeys: false)
    }

    @Test("P80: A person without a key for two minutes is idle, until the next key")
    mutating func tells() throws {
        clock.world.add(.client("bea", mode: .busy))
        come("hugo")
        clock.run(for: .seconds(118))
        #expect(try client(0).lobbyState.roster[Self.hugoID]?.idle == nil)
        clock.run(for: .seconds(3))
        let told = try client(0).lobbyState
        #expect(told.roster[Self.hugoID]?.idle == 2 && !told.isWaiting("hugo"))
        // A client counts on from the last report.
        clock.run(for: .seconds(200))
        #expect(try client(0).lobbyState.roster[Self.hugoID]?.idle == 4)
        let person = try #require(try client(0).lobbyState.person("hugo"))
        #expect(person.idleMinutesIfFree(at: clock.world.now) == 5)
        #expect(try client(0).lobbyState.nextIdleMinute(after: clock.world.now) != nil)
        press(1)
        #expect(try client(0).lobbyState.isWaiting("hugo"))
        #expect(try client(0).lobbyState.person("hugo")?.idleSince == nil)
        #expect(clock.world.faults == [] && clock.world.hub.refusals == 0)
    }

    @Test("P80: A program that reports no keys, and one at an earlier server, has no idle person")
    mutating func tellsNothing() throws {
        come("ann", seesKeys: false)
        come("old", rules: false)
        clock.world.ask(.leaveMatch(.open), by: Self.ann)
        clock.run(for: .seconds(300))
        #expect(try client(Self.ann).player?.idle == nil)
        #expect(try client(1).player?.idle == nil)
    }

    @Test("P80: An idle player is asked for a key, and the match begins with it")
    mutating func wakes() throws {
        comeToHugo()
        #expect(try client(2).invitations.sentWakeCall == nil)
        clock.run(for: .seconds(2))
        #expect(try client(2).invitations.sentWakeCall?.name == "hugo")
        #expect(try client(2).player?.mode == .auto)
        #expect(try client(Self.hugo).wakeCall?.name == "ann")
        #expect(notices(Self.hugo).contains(.called(by: "ann")))
        #expect(try client(2).own == nil)
        press(Self.hugo)
        #expect(try client(2).own?.opponent == "hugo")
        #expect(try client(Self.hugo).own?.opponent == "ann")
        #expect(try client(Self.hugo).wakeCall == nil && client(2).player?.asks == nil)
        let faults = clock.world.faults
        #expect(faults == [] && clock.world.hub.refusals == 0)
    }

    @Test("P80: Without a key the search continues, and asks that player no more")
    mutating func continues() throws {
        comeToHugo()
        clock.run(for: .seconds(13))
        #expect(try client(2).invitations.sentWakeCall == nil && client(Self.hugo).wakeCall == nil)
        #expect(try client(2).player?.mode == .auto && client(2).player?.asks == nil)
        clock.run(for: .seconds(60))
        #expect(notices(2).count { $0 == .asksIdle(name: "hugo") } == 1)
        press(Self.hugo)
        #expect(try client(2).own?.opponent == "hugo")
        #expect(clock.world.faults == [] && clock.world.hub.refusals == 0)
    }

    @Test("P80: The next idle player is asked when the person passes over the first")
    mutating func passesOver() throws {
        comeToHugo()
        come("ida")
        // The two who are awake play each other.
        #expect(try client(3).own?.opponent == "ann")
        clock.run(for: .seconds(5))
        clock.world.ask(.leaveMatch(.auto), by: 3)
        clock.run(for: .seconds(150))
        clock.world.ask(.look(.auto), by: 2)
        clock.run(for: .seconds(3))
        let first = try #require(try client(2).invitations.sentWakeCall?.opponent)
        clock.world.ask(.look(.auto), by: 2)
        clock.run(for: .seconds(4))
        let second = try #require(try client(2).invitations.sentWakeCall?.opponent)
        #expect(Set([first, second]) == ["hugo", "ida"])
        #expect(clock.world.faults == [] && clock.world.hub.refusals == 0)
    }

    @Test("P80: A player who comes meanwhile is the better opponent")
    mutating func prefersTheAwake() throws {
        comeToHugo()
        clock.run(for: .seconds(3))
        #expect(try client(2).invitations.sentWakeCall != nil)
        come("bob", seesKeys: false)
        #expect(try client(2).own?.opponent == "bob")
        #expect(try client(Self.hugo).wakeCall == nil)
        press(Self.hugo)
        #expect(try client(Self.hugo).own == nil)
        #expect(clock.world.faults == [])
    }

    @Test("C87: A match that an earlier program starts with an idle player ends without a key")
    mutating func leavesEarlierPrograms() throws {
        come("hugo")
        clock.run(for: .seconds(150))
        clock.world.add(.tutorial("tim"))
        clock.run(for: .seconds(2))
        #expect(try client(0).own?.opponent == "tim")
        #expect(try client(0).wakeCall?.from == "tim")
        clock.run(for: .seconds(11))
        #expect(try client(0).own == nil && client(0).player?.mode == .open)
        #expect(try client(0).player?.idle != nil)
        #expect(clock.world.faults == [])
    }

    /// ann, who is to move, and hugo play each other.
    private mutating func play() throws {
        come("ann")
        come("hugo")
        clock.run(for: .seconds(2))
        let isAnns = try client(Self.ann).isOurTurn
        clock.world.ask(.act(.play(.centre)), by: isAnns ? Self.ann : Self.hugo)
        clock.run(for: .seconds(1))
        clock.world.ask(.act(.play(.top)), by: isAnns ? Self.hugo : Self.ann)
        clock.run(for: .seconds(1))
        guard !isAnns else { return }
        clock.world.ask(.act(.play(.left)), by: Self.hugo)
        clock.run(for: .seconds(1))
    }

    @Test("P81: A player who is to move and presses no key for a minute may lose the round")
    mutating func claims() throws {
        try play()
        clock.run(for: .seconds(50))
        clock.world.ask(.act(.claim), by: Self.hugo)
        #expect(notices(Self.hugo).last == .refused(.claimNotDue))
        clock.run(for: .seconds(11))
        #expect(notices(Self.ann).last == .idle && notices(Self.hugo).last == .opponentIdle)
        press(Self.ann)
        #expect(notices(Self.hugo).last == .opponentBack)
        #expect(try !client(Self.hugo).mayClaim(at: clock.world.now))
        clock.run(for: .seconds(62))
        #expect(try client(Self.hugo).matchEndIfLeaving(at: clock.world.now) == .endedUndecided)
        clock.world.ask(.act(.claim), by: Self.hugo)
        clock.run(for: .milliseconds(200))
        let piece = try #require(try client(Self.ann).own?.piece)
        #expect(try client(Self.ann).match?.match?.outcome == .claimed(from: piece))
        #expect(clock.world.faults == [] && clock.world.hub.refusals == 0)
    }

    @Test("P81: With a clock no player is reported idle: the time decides")
    mutating func clocked() throws {
        for name in ["ann", "hugo"] {
            var program = LobbyProgram.client(name, mode: .open)
            program.seesKeys = true
            clock.world.add(program)
            clock.run(for: .milliseconds(500))
        }
        let limit = try #require(MoveTimeLimit(rawValue: 60))
        for number in [Self.ann, Self.hugo] {
            clock.world.ask(.limit(limit), by: number)
            clock.world.ask(.look(.auto), by: number)
        }
        clock.run(for: .seconds(2))
        let first = try client(Self.ann).isOurTurn ? Self.ann : Self.hugo
        for (number, square) in [(first, Square.centre), (1 - first, .top)] {
            clock.world.ask(.act(.play(square)), by: number)
            clock.run(for: .seconds(1))
        }
        clock.run(for: .seconds(65))
        #expect(try client(first).match?.match?.lossReason == .timeout)
        #expect(!notices(first).contains(.idle) && !notices(1 - first).contains(.opponentIdle))
        #expect(clock.world.faults == [])
    }

    @Test("P81: A claim against a player who moves in the same instant is decided once, for both")
    mutating func decidesOnce() throws {
        try play()
        clock.run(for: .seconds(62))
        clock.world.ask(.act(.claim), by: Self.hugo)
        clock.world.ask(.act(.play(.bottomRight)), by: Self.ann)
        clock.run(for: .seconds(1))
        let (ann, hugo) = (try client(Self.ann).match?.match, try client(Self.hugo).match?.match)
        #expect(ann == hugo && ann != nil)
        #expect(clock.world.faults == [])
    }

    @Test("The search ends with the match that it found, and the person decides on the next one")
    mutating func asksAfterMatch() throws {
        come("ann")
        come("hugo")
        clock.run(for: .seconds(5))
        #expect(try client(Self.ann).own != nil && client(Self.ann).player?.mode == .open)
        clock.world.ask(.leaveMatch(.auto), by: Self.hugo)
        clock.run(for: .seconds(5))
        #expect(try client(Self.ann).own == nil && client(Self.ann).player?.mode == .open)
        clock.world.ask(.look(.auto), by: Self.ann)
        clock.run(for: .seconds(2))
        #expect(try client(Self.ann).own?.opponent == "hugo")
        #expect(clock.world.faults == [] && clock.world.hub.refusals == 0)
    }
}
