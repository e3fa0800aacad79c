import Game
import Lobby
import SimperiumClock
import SimperiumJSON
import Testing

/// How two people come to a match by asking, as their programs tell it.
@Suite("Inviting")
struct InvitingTests {
    private var clock = Clock(World(seed: 1, hasReferee: true))

    init() {
        for name in ["ann", "bob", "cleo"] {
            clock.world.add(.session(name, mode: .open))
            clock.run(for: .milliseconds(200))
        }
        for number in 0..<3 { clock.world.programs[number].forgetWhatWasTold() }
    }

    private func session(_ number: Int) throws -> LobbySession {
        try #require(clock.world.programs[number].session)
    }

    private mutating func ask(_ request: Request, by number: Int) {
        clock.world.ask(request, by: number)
        clock.run(for: .milliseconds(200))
    }

    private func notices(_ number: Int) -> [Notice] { clock.world.programs[number].notices }

    @Test("Who is asked hears who asks, and sits down only with a yes")
    mutating func yes() throws {
        ask(.challenge("bob"), by: 0)
        #expect(try session(0).invitations.asking?.name == "bob")
        #expect(try session(1).invitations.next?.from == "ann")
        #expect(notices(0) == [.asks(name: "bob")])
        #expect(notices(1) == [.invited("ann", name: "ann")])
        clock.run(for: .seconds(10))
        #expect(try session(1).match == nil)
        ask(.answer("ann", .play), by: 1)
        #expect(try session(1).match?.piece == .circle && session(0).match?.piece == .cross)
        #expect(try session(0).player?.asks == nil && session(0).invitations.asking == nil)
        #expect(clock.world.faults == [])
    }

    @Test(
        "Any other answer is told, and nobody asks again at once",
        arguments: [
            (Request.Answer.later, AskEnd.later, RequestObstacle.askedBefore, 30),
            (.no, .no, .askedBefore, 600), (.doNotDisturb, .busy, .busy, 600),
        ])
    mutating func other(
        answer: Request.Answer, end: AskEnd, obstacle: RequestObstacle, seconds: Int
    ) throws {
        ask(.challenge("bob"), by: 0)
        ask(.answer("ann", answer), by: 1)
        #expect(notices(0).last == .askEnded(name: "bob", end))
        #expect(try session(0).player?.asks == nil && session(1).match == nil)
        clock.run(for: .seconds(seconds - 2))
        ask(.challenge("bob"), by: 0)
        #expect(notices(0).last == .refused(obstacle))
        clock.run(for: .seconds(3))
        if answer == .doNotDisturb { ask(.look(.open), by: 1) }
        ask(.challenge("bob"), by: 0)
        #expect(try session(1).invitations.next?.from == "ann")
        #expect(clock.world.hub.refusals == 0 && clock.world.faults == [])
    }

    @Test("A question that is not answered ends on both sides after twenty seconds")
    mutating func expires() throws {
        ask(.challenge("bob"), by: 0)
        clock.run(for: .seconds(21))
        #expect(notices(0).last == .askEnded(name: "bob", .expired))
        #expect(notices(1).last == .invitationOver(name: "ann"))
        ask(.answer("ann", .play), by: 1)
        #expect(notices(1).last == .refused(.notInvited))
        #expect(clock.world.faults == [])
    }

    @Test("Who takes a question back is not seated, and who looked for anybody does so again")
    mutating func withdraws() throws {
        ask(.look(.auto), by: 0)
        ask(.challenge("bob"), by: 0)
        #expect(try session(0).player?.mode == .open)
        ask(.withdrawChallenge, by: 0)
        #expect(notices(1).last == .invitationOver(name: "ann"))
        #expect(try session(0).player?.mode == .auto)
        #expect(clock.world.faults == [])
    }

    @Test("Two who ask each other play, and the one with the smaller id begins")
    mutating func crossing() throws {
        clock.world.ask(.challenge("ann"), by: 1)
        clock.world.ask(.challenge("bob"), by: 0)
        clock.run(for: .seconds(1))
        #expect(try session(0).match?.piece == .circle && session(1).match?.piece == .cross)
        #expect(clock.world.hub.matchInserts == 1 && clock.world.hub.refusals == 0)
        #expect(!notices(0).contains { if case .invited = $0 { true } else { false } })
    }

    @Test("Whoever is asked by somebody and asks them says yes by that")
    mutating func asksBack() throws {
        ask(.challenge("bob"), by: 0)
        ask(.challenge("ann"), by: 1)
        #expect(try session(1).match?.piece == .circle && session(0).match != nil)
    }

    @Test("Who is asked by two plays one of them, and the other is told")
    mutating func two() throws {
        ask(.challenge("cleo"), by: 0)
        ask(.challenge("cleo"), by: 1)
        #expect(try session(2).invitations.received.map(\.from) == ["ann", "bob"])
        ask(.answer("bob", .play), by: 2)
        #expect(try session(2).match?.opponent == "bob")
        #expect(notices(0).last == .askEnded(name: "cleo", .playing))
        #expect(try session(0).player?.asks == nil)
    }

    /// Lets ann ask bob after cleo has sat down with him, and before ann hears of that; then comes
    /// the moment when she has.
    private mutating func askTooLate() {
        ask(.challenge("cleo"), by: 1)
        clock.world.ask(.answer("bob", .play), by: 2)
        while clock.world.hub.matchInserts == 0 { clock.run(for: .milliseconds(1)) }
        clock.world.ask(.challenge("bob"), by: 0)
        while notices(0).count < 2 { clock.run(for: .milliseconds(1)) }
    }

    @Test("Who asks somebody who has just sat down hears that, and of no refusal")
    mutating func tooLate() throws {
        askTooLate()
        clock.run(for: .seconds(1))
        #expect(notices(0) == [.asks(name: "bob"), .askEnded(name: "bob", .playing)])
        #expect(clock.world.hub.refusals == 1)
        #expect(try session(0).player?.asks == nil)
    }

    @Test("What is wanted once a question is over is not lost when that is refused")
    mutating func wantsMore() throws {
        askTooLate()
        clock.world.ask(.look(.auto), by: 0)
        clock.run(for: .seconds(1))
        #expect(clock.world.hub.refusals == 1)
        #expect(try session(0).player?.mode == .auto)
        #expect(try session(1).lobbyState.roster["ann" as PlayerID]?.mode == .auto)
        #expect(notices(0).last == .askEnded(name: "bob", .playing))
    }

    @Test("A refusal of something else than a question is told after one, too")
    mutating func otherRefusal() throws {
        askTooLate()
        clock.run(for: .seconds(1))
        let (key, player) = (LobbyKey(rawValue: "ann"), try session(0).player?.members)
        clock.world.handle(.heard(.refused(.player, key, .notLegal, player)), by: 0)
        #expect(notices(0).last == .notTaken(.player, .notLegal))
    }

    @Test("Whoever asks and is gone takes the question along")
    mutating func leaves() throws {
        ask(.challenge("bob"), by: 0)
        clock.world.end(0, saysGoodbye: true)
        clock.run(for: .seconds(1))
        #expect(try session(1).invitations.next == nil)
        ask(.challenge("bob"), by: 2)
        clock.world.end(1, saysGoodbye: true)
        clock.run(for: .seconds(1))
        #expect(notices(2).last == .askEnded(name: "bob", .gone))
    }

    @Test("Who is not to be disturbed stays so after a match of their own")
    mutating func undisturbed() throws {
        ask(.challenge("bob"), by: 0)
        ask(.answer("ann", .doNotDisturb), by: 1)
        ask(.challenge("cleo"), by: 1)
        ask(.answer("bob", .play), by: 2)
        #expect(try session(1).match?.opponent == "cleo")
        ask(.leaveMatch(.open), by: 1)
        #expect(try session(1).player?.mode == .busy)
        ask(.look(.open), by: 1)
        #expect(try session(1).player?.mode == .open)
    }

    @Test("The score that two have together is known when they are asked again")
    mutating func tally() throws {
        ask(.challenge("bob"), by: 0)
        ask(.answer("ann", .play), by: 1)
        ask(.act(.resign), by: 0)
        ask(.leaveMatch(.open), by: 0)
        clock.run(for: .seconds(4))
        ask(.challenge("bob"), by: 0)
        let (ann, bob) = (
            try session(0).invitations.tally(with: "bob"),
            try session(1).invitations.tally(with: "ann")
        )
        #expect(ann?.losses == 1 && ann?.wins == 0 && bob?.wins == 1)
    }
}
