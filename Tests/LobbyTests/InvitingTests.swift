import Game
import Lobby
import SimperiumClock
import SimperiumJSON
import SimperiumWire
import Testing
import Visit

/// Matches by invitation, as both programs report them.
@Suite("Inviting")
struct InvitingTests: ClockedSuite {
    var clock = Clock(ModelWorld(seed: 1, hasReferee: true))

    init() {
        for name in ["ann", "bob", "cleo"] {
            clock.world.add(.client(name, mode: .open))
            clock.run(for: .milliseconds(200))
        }
        for number in 0..<3 { clock.world.programs[number].forgetWhatWasTold() }
    }

    @Test("An invited player sees the inviter, and is seated only after a yes")
    mutating func yes() throws {
        ask(.challenge("bob"), by: 0)
        #expect(try client(0).invitations.asking?.name == "bob")
        #expect(try client(1).invitations.next?.from == "ann")
        #expect(notices(0) == [.asks(name: "bob")])
        #expect(notices(1) == [.invited("ann", name: "ann")])
        clock.run(for: .seconds(10))
        #expect(try client(1).match == nil)
        ask(.answer("ann", .play), by: 1)
        #expect(try client(1).own?.piece == .circle && client(0).own?.piece == .cross)
        #expect(try client(0).player?.asks == nil && client(0).invitations.asking == nil)
        #expect(clock.world.faults == [])
    }

    @Test(
        "Any other answer is reported, and the inviter can't ask again at once",
        arguments: [
            (
                LobbyRequest.InvitationAnswer.later, MatchInvitationEnd.later,
                RequestObstacle.askedBefore, 30
            ),
            (.no, .no, .askedBefore, 600), (.doNotDisturb, .busy, .busy("bob"), 600),
        ])
    mutating func other(
        answer: LobbyRequest.InvitationAnswer, end: MatchInvitationEnd, obstacle: RequestObstacle,
        seconds: Int
    ) throws {
        ask(.challenge("bob"), by: 0)
        ask(.answer("ann", answer), by: 1)
        #expect(notices(0).last == .askEnded(name: "bob", end))
        #expect(try client(0).player?.asks == nil && client(1).match == nil)
        clock.run(for: .seconds(seconds - 2))
        ask(.challenge("bob"), by: 0)
        #expect(notices(0).last == .refused(obstacle))
        clock.run(for: .seconds(3))
        if answer == .doNotDisturb { ask(.look(.open), by: 1) }
        ask(.challenge("bob"), by: 0)
        #expect(try client(1).invitations.next?.from == "ann")
        #expect(clock.world.hub.refusals == 0 && clock.world.faults == [])
    }

    @Test("A question ends unanswered after twenty seconds, or when it is taken back")
    mutating func expires() throws {
        var other = self
        ask(.challenge("bob"), by: 0)
        clock.run(for: .seconds(21))
        #expect(notices(0).last == .askEnded(name: "bob", .expired))
        #expect(notices(1).last == .invitationOver(name: "ann"))
        ask(.answer("ann", .play), by: 1)
        #expect(notices(1).last == .refused(.notInvited))

        // A player who was looking for any opponent does so again.
        other.ask(.look(.auto), by: 0)
        other.ask(.challenge("bob"), by: 0)
        #expect(try other.client(0).player?.mode == .open)
        other.ask(.withdrawChallenge, by: 0)
        #expect(other.notices(1).last == .invitationOver(name: "ann"))
        #expect(try other.client(0).player?.mode == .auto)
        #expect(clock.world.faults + other.clock.world.faults == [])
    }

    @Test("Two who ask each other play: the first to be asked begins, or the smaller id")
    mutating func crossing() throws {
        var later = self
        clock.world.ask(.challenge("ann"), by: 1)
        clock.world.ask(.challenge("bob"), by: 0)
        clock.run(for: .seconds(1))
        #expect(try client(0).own?.piece == .circle && client(1).own?.piece == .cross)
        #expect(clock.world.hub.matchInserts == 1 && clock.world.hub.refusals == 0)
        #expect(!notices(0).contains { if case .invited = $0 { true } else { false } })

        // Inviting the inviter is a yes.
        later.ask(.challenge("bob"), by: 0)
        later.ask(.challenge("ann"), by: 1)
        #expect(try later.client(1).own?.piece == .circle && later.client(0).match != nil)
    }

    @Test("A player with two invitations plays one inviter, and the other inviter gets a notice")
    mutating func two() throws {
        ask(.challenge("cleo"), by: 0)
        ask(.challenge("cleo"), by: 1)
        #expect(try client(2).invitations.received.map(\.from) == ["ann", "bob"])
        ask(.answer("bob", .play), by: 2)
        #expect(try client(2).own?.opponent == "bob")
        #expect(notices(0).last == .askEnded(name: "cleo", .playing))
        #expect(try client(0).player?.asks == nil)
    }

    /// Invites bob as ann, after cleo has been seated with him and before ann's program knows of
    /// it. Returns when it does.
    private mutating func askTooLate() {
        ask(.challenge("cleo"), by: 1)
        clock.world.ask(.answer("bob", .play), by: 2)
        while clock.world.hub.matchInserts == 0 { clock.run(for: .milliseconds(1)) }
        clock.world.ask(.challenge("bob"), by: 0)
        while notices(0).count < 2 { clock.run(for: .milliseconds(1)) }
    }

    @Test("A question to a person who has just sat down is over, and no refusal is reported")
    mutating func tooLate() throws {
        var wanting = self
        askTooLate()
        clock.run(for: .seconds(1))
        #expect(notices(0) == [.asks(name: "bob"), .askEnded(name: "bob", .playing)])
        #expect(clock.world.hub.refusals == 1)
        #expect(try client(0).player?.asks == nil)
        // The refusal of another change is reported.
        let (key, player) = (ObjectKey.trappingIfInvalid("ann"), try client(0).player?.members)
        clock.world.handle(.heard(.refused(.player, key, .invalid, player)), by: 0)
        #expect(notices(0).last == .notTaken(.player, .invalid))

        // A wish made before the refusal came is not lost with it.
        wanting.askTooLate()
        wanting.clock.world.ask(.look(.auto), by: 0)
        wanting.clock.run(for: .seconds(1))
        #expect(wanting.clock.world.hub.refusals == 1)
        #expect(try wanting.client(0).player?.mode == .auto)
        #expect(try wanting.client(1).lobbyState.roster["ann" as PlayerID]?.mode == .auto)
        #expect(wanting.notices(0).last == .askEnded(name: "bob", .playing))
    }

    @Test("An invitation ends when the inviter leaves")
    mutating func leaves() throws {
        ask(.challenge("bob"), by: 0)
        clock.world.end(0, saysGoodbye: true)
        clock.run(for: .seconds(1))
        #expect(try client(1).invitations.next == nil)
        ask(.challenge("bob"), by: 2)
        clock.world.end(1, saysGoodbye: true)
        clock.run(for: .seconds(1))
        #expect(notices(2).last == .askEnded(name: "bob", .gone))
    }

    @Test("A player in do-not-disturb mode stays in it after a match of their own")
    mutating func undisturbed() throws {
        ask(.challenge("bob"), by: 0)
        ask(.answer("ann", .doNotDisturb), by: 1)
        ask(.challenge("cleo"), by: 1)
        ask(.answer("bob", .play), by: 2)
        #expect(try client(1).own?.opponent == "cleo")
        ask(.leaveMatch(.open), by: 1)
        #expect(try client(1).player?.mode == .busy)
        ask(.look(.open), by: 1)
        #expect(try client(1).player?.mode == .open)
    }

    @Test("The score that two have together is known when they are asked again")
    mutating func scoreTogether() throws {
        ask(.challenge("bob"), by: 0)
        ask(.answer("ann", .play), by: 1)
        ask(.act(.resign), by: 0)
        ask(.leaveMatch(.open), by: 0)
        clock.run(for: .seconds(4))
        ask(.challenge("bob"), by: 0)
        let (ann, bob) = (
            try client(0).invitations.score(with: "bob"),
            try client(1).invitations.score(with: "ann")
        )
        #expect(ann?.lost == 1 && ann?.won == 0 && bob?.won == 1)
    }
}
