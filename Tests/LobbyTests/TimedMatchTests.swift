import Game
import Lobby
import SimperiumClock
import Testing
import Visit

/// Matches with a clock, as the programs at them and one that watches tell it.
@Suite("Matches with a clock")
struct TimedMatchTests: ClockedSuite {
    var clock = Clock(ModelWorld(seed: 1, hasReferee: true))
    private static let ten = MoveTimeLimit(rawValue: 10)
    private static let thirty = MoveTimeLimit(rawValue: 30)

    /// Adds a player who looks for a match with this clock.
    private mutating func come(_ name: String, _ limit: MoveTimeLimit?) {
        let number = clock.world.add(.client(name, mode: .open))
        clock.run(for: .milliseconds(200))
        ask(.limit(limit), by: number)
        ask(.look(.auto), by: number)
    }

    /// The numbers of the player to move, and of the opponent.
    private func sides() throws -> (mover: Int, other: Int) {
        try client(0).isOurTurn == true ? (0, 1) : (1, 0)
    }

    /// Returns the seconds in each warning that a player was shown.
    private func warnings(_ number: Int) -> [Int] {
        notices(number).compactMap { if case .timeLeft(let seconds) = $0 { seconds } else { nil } }
    }

    @Test("C60: For five seconds, two are paired only if both look for the same clock")
    mutating func pairing() throws {
        come("ann", Self.ten)
        come("bob", nil)
        come("cleo", Self.thirty)
        clock.run(for: .seconds(1))
        for number in 0..<3 { #expect(try client(number).match == nil) }
        come("dan", Self.thirty)
        clock.run(for: .milliseconds(300))
        #expect(try client(2).own?.opponent == client(3).me)
        #expect(try client(3).match?.limit == Self.thirty)
        come("eve", nil)
        clock.run(for: .milliseconds(300))
        #expect(try client(4).own?.opponent == client(1).me)
        #expect(try client(4).match?.limit == nil)
        ask(.limit(nil), by: 0)
        come("finn", nil)
        clock.run(for: .seconds(2))
        #expect(try client(5).own?.opponent == client(0).me)
        #expect(clock.world.faults == [])
    }

    @Test("C60: A question and a code bring the clock of the person who made them")
    mutating func asking() throws {
        for name in ["ann", "bob"] {
            clock.world.add(.client(name, mode: .open))
            clock.run(for: .milliseconds(200))
        }
        ask(.limit(Self.ten), by: 0)
        var coded = self
        ask(.challenge("bob"), by: 0)
        #expect(try client(1).invitations.next?.terms.limit == Self.ten)
        ask(.answer("ann", .play), by: 1)

        coded.ask(.invite, by: 0)
        let code = try #require(try coded.client(0).player?.code)
        coded.ask(.join(code), by: 1)
        for story in [self, coded] {
            for number in 0...1 { #expect(try story.client(number).match?.limit == Self.ten) }
            #expect(story.clock.world.faults == [])
        }
    }

    @Test("C61: A player whose time runs out has lost, as both programs and a watcher report")
    mutating func flagFalls() throws {
        come("ann", Self.ten)
        come("bob", Self.ten)
        let watcher = clock.world.add(.client("cleo", mode: .busy))
        clock.run(for: .seconds(1))
        ask(.watch(.anything), by: watcher)
        let (mover, other) = try sides()
        ask(.act(.play(.centre)), by: mover)
        let begin = clock.world.now
        func left() throws -> [Duration?] {
            let now = clock.world.now
            let shown = try client(watcher).lobbyState.liveMatches.first
            return try (0...1).map { try client($0).match?.timeLeft(at: now) }
                + [shown?.timeLeft(at: now)]
        }
        #expect(try client(watcher).lobbyState.liveMatches.first?.timeLeft(at: begin) != nil)
        clock.run(until: begin + .milliseconds(10_500))
        #expect(try left() == [.zero, .zero, .zero], "until the round ends")
        clock.run(until: begin + .milliseconds(10_800))
        #expect(try client(mover).match?.match?.outcome == nil)
        clock.run(until: begin + .milliseconds(11_600))
        let loser = try #require(try client(other).own?.piece)
        for number in [mover, other] {
            #expect(try client(number).match?.match?.outcome == .outOfTime(loser))
            #expect(notices(number).contains(.roundEnded(.outOfTime(loser))))
        }
        let watched = try client(watcher).lobbyState.liveMatches.first?.match
        #expect(watched?.outcome == .outOfTime(loser))
        #expect(try left() == [nil, nil, nil])
        #expect(clock.world.faults == [])
    }

    @Test("C61, C65: The late player's own program reports it if no other does, also on its return")
    mutating func ownFlag() throws {
        come("ann", Self.ten)
        come("bob", Self.ten)
        let (mover, other) = try sides()
        ask(.act(.play(.centre)), by: mover)
        var bothAway = self
        let loser = try #require(try client(other).own?.piece)

        clock.world.breakLine(of: mover, because: .line)
        clock.run(for: .seconds(14))
        #expect(try client(other).match?.match?.outcome == .outOfTime(loser))
        clock.world.connect(mover)
        clock.run(for: .seconds(2))
        #expect(try client(mover).match?.match?.outcome == .outOfTime(loser))

        bothAway.clock.run(for: .seconds(7))
        for number in [mover, other] { bothAway.clock.world.breakLine(of: number) }
        bothAway.clock.run(for: .seconds(1))
        bothAway.clock.world.connect(mover)
        bothAway.clock.run(for: .seconds(4))
        #expect(try bothAway.client(mover).match?.match?.outcome == .outOfTime(loser))
        bothAway.clock.world.connect(other)
        bothAway.clock.run(for: .seconds(1))
        #expect(clock.world.faults + bothAway.clock.world.faults == [])
    }

    @Test("C61: A move starts the clock of the other side")
    mutating func moves() throws {
        come("ann", Self.ten)
        come("bob", Self.ten)
        var (mover, other) = try sides()
        for square in [Square.centre, .topLeft, .top] {
            clock.run(for: .seconds(8))
            ask(.act(.play(square)), by: mover)
            swap(&mover, &other)
        }
        #expect(try client(mover).match?.match?.outcome == nil)
        let left = try client(mover).match?.timeLeft(at: clock.world.now)
        #expect(try #require(left) > .seconds(9))
        #expect(clock.world.faults == [])
    }

    @Test("C61: A phrase of the waiting player restarts no clock, in the first round and the next")
    mutating func phrases() throws {
        come("ann", Self.thirty)
        come("bob", Self.thirty)
        for round in 1...2 {
            let (mover, other) = try sides()
            #expect(try client(mover).match?.match?.round == round)
            clock.run(for: .seconds(12))
            ask(.act(.say(.oops)), by: other)
            #expect(notices(mover).contains(.said(.oops)))
            for number in 0...1 {
                let left = try client(number).match?.timeLeft(at: clock.world.now)
                #expect(try #require(left) < .seconds(18), "round \(round), player \(number)")
            }
            ask(.act(.resign), by: mover)
            for number in 0...1 { ask(.act(.rematch), by: number) }
        }
        #expect(clock.world.faults == [])
    }

    @Test("C65: A newcomer or returning player during a move gets the remaining time")
    mutating func middle() throws {
        come("ann", Self.thirty)
        come("bob", Self.thirty)
        let (mover, other) = try sides()
        ask(.act(.play(.centre)), by: mover)
        clock.run(for: .seconds(12))
        let watcher = clock.world.add(.client("cleo", mode: .busy))
        clock.world.breakLine(of: mover)
        clock.run(for: .seconds(1))
        clock.world.connect(mover)
        clock.run(for: .seconds(1))
        let now = clock.world.now
        let shown = try client(watcher).lobbyState.liveMatches.first?.timeLeft(at: now)
        for left in [shown, try client(mover).match?.timeLeft(at: now)] {
            let left = try #require(left)
            #expect(left > .seconds(15) && left < .seconds(17))
        }
        clock.world.breakLine(of: mover)
        ask(.act(.play(.topLeft)), by: other)
        clock.run(for: .seconds(9))
        clock.world.connect(mover)
        clock.run(for: .seconds(1))
        let missed = try client(mover).match?.timeLeft(at: clock.world.now)
        #expect(try #require(missed) < .seconds(21))
        #expect(clock.world.faults == [])
    }

    @Test("C65: Where the hub gets a move late, the time of the other counts from then")
    mutating func lateMove() throws {
        come("ann", Self.thirty)
        come("bob", Self.thirty)
        let (mover, other) = try sides()
        clock.run(for: .seconds(10))
        clock.world.breakLine(of: mover)
        ask(.act(.play(.centre)), by: mover)
        clock.run(for: .seconds(7))
        clock.world.connect(mover)
        for _ in 0..<500 {
            clock.run(for: .milliseconds(1))
            let left = try client(mover).match?.timeLeft(at: clock.world.now)
            #expect(try #require(left) > .seconds(22), "nor from the move before")
        }
        for number in [mover, other] {
            let left = try client(number).match?.timeLeft(at: clock.world.now)
            #expect(try #require(left) > .seconds(29))
        }
        #expect(clock.world.faults == [])
    }

    @Test(
        "C62: Only the player to move is warned, at half of the time and at ten and five seconds")
    mutating func told() throws {
        come("ann", Self.thirty)
        come("bob", Self.thirty)
        let (mover, other) = try sides()
        clock.run(for: .seconds(14))
        #expect(warnings(mover) == [])
        clock.run(for: .seconds(16))
        #expect(warnings(mover) == [15, 10, 5] && warnings(other) == [])
        #expect(MoveTimeLimit(rawValue: 10)?.warnings == [5])
        #expect(MoveTimeLimit(rawValue: 60)?.warnings == [30, 10, 5])
    }
}
