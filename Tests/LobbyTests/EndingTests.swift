import Game
import Lobby
import SimperiumClock
import SimperiumJSON
import Testing
import Visit

/// The end of a round that a player leaves, as both players and a spectator see it.
@Suite("Endings")
struct EndingTests: ClockedSuite {
    var clock = Clock(ModelWorld(seed: 1, hasReferee: true))

    init() {
        for name in ["ann", "bob"] {
            clock.world.add(.client(name))
            clock.run(for: .milliseconds(200))
        }
        clock.world.add(.client("cleo", mode: .busy))
        clock.run(for: .seconds(1))
        clock.world.ask(.watch(.anything), by: 2)
        clock.run(for: .milliseconds(200))
    }

    private mutating func move(_ squares: Square...) {
        for (index, square) in squares.enumerated() {
            let number = (clock.world.programs[0].client?.own?.piece == .circle) ? 0 : 1
            ask(.act(.play(square)), by: index.isMultiple(of: 2) ? number : 1 - number)
        }
    }

    /// Returns the end of a program's match.
    private func end(_ number: Int) -> MatchEnd? {
        clock.world.programs[number].notices.lazy.compactMap { notice in
            if case .matchEnded(_, let end) = notice { end } else { nil }
        }.first
    }

    /// The outcomes that the spectator was shown; nil for a match without one.
    private var watched: [Outcome?] {
        clock.world.programs[2].notices.compactMap { notice in
            if case .watchedEnded(let end) = notice { .some(end.outcome) } else { nil }
        }
    }

    @Test("A player who leaves a round after both have moved loses it, and all get that notice")
    mutating func forfeits() throws {
        var (early, goodbye) = (self, self)
        move(.centre, .top)
        ask(.leaveMatch(.open), by: 0)
        #expect(watched == [nil], "the board said already how")
        #expect(end(0) == .forfeited && end(1) == .opponentForfeited)
        let losses = try client(0).invitations.score(with: "bob")?.lost
        let wins = try client(1).invitations.score(with: "ann")?.won
        #expect(losses == 1 && wins == 1)
        #expect(clock.world.faults == [])

        // A goodbye does the same, and a program that only deletes the match.
        goodbye.move(.centre, .top)
        let loser = try #require(try goodbye.client(0).own?.piece)
        goodbye.clock.world.end(0, saysGoodbye: true)
        goodbye.clock.run(for: .seconds(1))
        #expect(goodbye.end(1) == .opponentForfeited)
        #expect(goodbye.watched == [.left(by: loser)])

        // Before both have moved, leaving is no loss.
        early.move(.centre)
        early.ask(.leaveMatch(.open), by: 0)
        #expect(early.end(0) == .left && early.end(1) == .opponentLeft && early.watched == [nil])
    }

    @Test("After fifteen seconds of absence the opponent may claim the round")
    mutating func claims() throws {
        move(.centre, .top)
        clock.world.breakLine(of: 0, because: .paused)
        clock.run(for: .seconds(14))
        #expect(try client(1).own?.absence?.cause == .paused)
        #expect(try !client(1).mayClaim(at: clock.world.now))
        ask(.act(.claim), by: 1)
        #expect(clock.world.programs[1].notices.last == .refused(.claimNotDue))
        clock.run(for: .seconds(2))
        #expect(try client(1).mayClaim(at: clock.world.now))
        ask(.act(.claim), by: 1)
        let loser = try #require(try client(0).own?.piece)
        #expect(try client(1).match?.match?.outcome == .claimed(from: loser))
        clock.world.connect(0)
        clock.run(for: .seconds(1))
        #expect(try client(0).match?.match?.outcome == .claimed(from: loser))
        #expect(
            try client(2).lobbyState.liveMatches.first?.match?.outcome == .claimed(from: loser))
        #expect(clock.world.hub.refusals == 0 && clock.world.faults == [])
    }

    @Test("If the opponent leaves instead, neither player loses")
    mutating func endsUndecided() throws {
        move(.centre, .top)
        clock.world.breakLine(of: 0)
        clock.run(for: .seconds(16))
        ask(.leaveMatch(.open), by: 1)
        #expect(end(1) == .endedUndecided && watched == [nil])
        clock.world.connect(0)
        clock.run(for: .seconds(1))
        #expect(end(0) == .opponentEnded)
        #expect(try client(0).invitations.score(with: "bob") == nil)
        #expect(clock.world.faults == [])
    }

    @Test("A player who does not return in time loses the round")
    mutating func notBack() throws {
        move(.centre, .top)
        let loser = try #require(try client(0).own?.piece)
        clock.world.breakLine(of: 0)
        clock.run(for: .seconds(59))
        #expect(end(1) == nil)
        clock.run(for: .seconds(2))
        #expect(end(1) == .opponentNotBack && watched == [.notBack(loser)])
        #expect(try client(1).invitations.score(with: "ann")?.won == 1)
        clock.world.connect(0)
        clock.run(for: .seconds(1))
        #expect(end(0) == .connectionBroken)
        #expect(clock.world.faults == [])
    }

    @Test("Between rounds leaving is no loss")
    mutating func between() throws {
        move(.centre, .top)
        ask(.act(.resign), by: 0)
        clock.world.breakLine(of: 0)
        clock.run(for: .seconds(20))
        #expect(try client(1).claimDue == nil)
        clock.run(for: .seconds(20))
        #expect(try client(1).invitations.score(with: "ann")?.played == 1)
    }
}
