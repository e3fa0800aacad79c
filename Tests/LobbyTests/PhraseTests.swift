import Game
import Lobby
import SimperiumClock
import SimperiumJSON
import Testing
import Visit

/// Phrases between opponents, and the series that they play, as programs report them.
@Suite("Phrases and series")
struct PhraseTests: ClockedSuite {
    var clock = Clock(ModelWorld(seed: 1, hasReferee: true))

    private mutating func come(_ names: String...) {
        for name in names {
            clock.world.add(.client(name, mode: .open))
            clock.run(for: .milliseconds(200))
        }
    }

    /// Seats ann and bob, and has ann resign.
    private mutating func playRound() {
        come("ann", "bob")
        clock.seat(0, 1)
        ask(.act(.resign), by: 0)
    }

    private func shown(_ number: Int) throws -> LobbyMatch {
        try #require(try client(number).lobbyState.liveMatches.first)
    }

    @Test("C63: A phrase is read by the other and a watcher for five seconds, if the match lasts")
    mutating func heard() throws {
        come("ann", "bob", "cleo")
        clock.seat(0, 1)
        ask(.watch(.anything), by: 2)
        ask(.act(.say(.oops)), by: 0)
        #expect(notices(1).contains(.said(.oops)) && !notices(0).contains(.said(.oops)))
        for number in 0..<3 {
            #expect(try shown(number).shownPhrase(of: .circle, at: clock.world.now) == .oops)
            #expect(try shown(number).shownPhrase(of: .cross, at: clock.world.now) == nil)
        }
        clock.run(for: .seconds(5))
        for number in 0..<3 {
            #expect(try shown(number).shownPhrase(of: .circle, at: clock.world.now) == nil)
        }
        #expect(clock.world.faults == [])
        ask(.leaveMatch(.open), by: 1)
        ask(.act(.say(.goodGame)), by: 0)
        #expect(notices(0).contains(.refused(.noMatch)))
    }

    @Test("C63: A phrase in an index is not a new one")
    mutating func indexed() throws {
        come("ann", "bob")
        clock.seat(0, 1)
        ask(.act(.say(.thanks)), by: 0)
        come("cleo")
        #expect(try shown(2).record?.lastPhrases[.circle]?.phrase == .thanks)
        #expect(try shown(2).shownPhrase(of: .circle, at: clock.world.now) == nil)
        clock.run(for: .seconds(4))
        clock.world.programs[1].forgets = true
        clock.world.breakLine(of: 1, because: .line)
        ask(.act(.say(.goodGame)), by: 0)
        clock.world.connect(1)
        clock.run(for: .seconds(1))
        #expect(try shown(1).record?.lastPhrases[.circle]?.phrase == .goodGame)
        #expect(try shown(1).shownPhrase(of: .circle, at: clock.world.now) == nil)
        #expect(!notices(1).contains(.said(.goodGame)))
        #expect(clock.world.faults == [])
    }

    @Test("C63: A client sends one phrase in three seconds, and none that would be refused")
    mutating func pause() throws {
        come("ann", "bob")
        clock.seat(0, 1)
        ask(.act(.say(.thanks)), by: 0)
        ask(.act(.say(.oops)), by: 0)
        #expect(notices(0).contains(.refused(.spokeTooSoon)))
        clock.run(for: .milliseconds(3_000))
        ask(.act(.say(.oops)), by: 0)
        #expect(notices(1).contains(.said(.oops)))
        for _ in 0..<9 {
            clock.run(for: .milliseconds(3_100))
            ask(.act(.say(.again)), by: 0)
        }
        #expect(notices(1).count { $0 == .said(.again) } == 5)
        #expect(!notices(0).contains { if case .notTaken = $0 { true } else { false } })
        #expect(clock.world.faults == [])
    }

    @Test("C64: A yes to a rematch accepts the terms that the opponent wants")
    mutating func terms() throws {
        playRound()
        let terms = MatchTerms(
            limit: MoveTimeLimit(rawValue: 30), target: SeriesTarget(rawValue: 3))
        ask(.act(.want(terms)), by: 0)
        #expect(notices(1).contains(.wanted(terms)))
        ask(.act(.rematch), by: 0)
        ask(.act(.rematch), by: 1)
        for number in 0..<2 {
            #expect(try client(number).match?.record?.terms == terms)
            #expect(try client(number).match?.match?.round == 2)
        }
        #expect(clock.world.faults == [])
    }

    @Test("C64: A yes to the terms that the opponent has proposed starts the round")
    mutating func acceptedTerms() throws {
        playRound()
        let terms = MatchTerms(target: SeriesTarget(rawValue: 3))
        // The proposal also ends an earlier refusal.
        ask(.act(.declineRematch), by: 0)
        ask(.act(.want(terms)), by: 0)
        ask(.act(.rematch), by: 1)
        clock.run(for: .seconds(1))
        for number in 0..<2 {
            #expect(try client(number).match?.record?.terms == terms)
            #expect(try client(number).match?.match?.round == 2)
        }
        #expect(!notices(0).contains { if case .wanted = $0 { true } else { false } })
        #expect(clock.world.faults == [])
    }

    @Test("C64: A proposal that is withdrawn, or ended by a no, is not accepted later")
    mutating func withdrawnTerms() throws {
        playRound()
        let terms = MatchTerms(target: SeriesTarget(rawValue: 3))
        var declined = self
        ask(.act(.want(terms)), by: 0)
        ask(.act(.withdrawTerms), by: 0)
        #expect(notices(1).last == .proposalWithdrawn)
        ask(.act(.rematch), by: 1)
        #expect(notices(0).last == .rematchWanted)
        ask(.act(.rematch), by: 0)
        #expect(try client(0).match?.match?.round == 2)
        #expect(try client(0).match?.record?.terms.target == nil)

        declined.ask(.act(.want(terms)), by: 1)
        declined.ask(.act(.declineRematch), by: 1)
        declined.ask(.act(.rematch), by: 0)
        let record = try #require(try declined.client(0).match?.record)
        #expect(record.match.round == 1 && record.wants[.cross]?.terms == terms)
        for piece in Piece.allCases { #expect(record.proposedTerms(of: piece) == nil) }
        #expect(clock.world.faults == [] && declined.clock.world.faults == [])
    }

    @Test("C64: A player who withdraws a rematch also withdraws the terms")
    mutating func withdrawnRematch() throws {
        playRound()
        ask(.act(.want(MatchTerms(target: SeriesTarget(rawValue: 3)))), by: 0)
        ask(.act(.rematch), by: 0)
        ask(.act(.withdrawRematch), by: 0)
        ask(.act(.rematch), by: 1)
        #expect(notices(0).last == .rematchWanted)
        #expect(try client(0).match?.match?.round == 1)
        ask(.act(.rematch), by: 0)
        #expect(try client(0).match?.match?.round == 2)
        #expect(try client(0).match?.record?.terms.target == nil)
        #expect(clock.world.faults == [])
    }

    @Test("C64: Equal terms that the opponent proposed first start no round without a yes")
    mutating func equalTerms() throws {
        playRound()
        let terms = MatchTerms(target: SeriesTarget(rawValue: 3))
        ask(.act(.want(terms)), by: 0)
        ask(.act(.rematch), by: 0)
        ask(.act(.want(terms)), by: 1)
        clock.run(for: .seconds(1))
        #expect(try client(1).match?.match?.round == 1)
        ask(.act(.rematch), by: 1)
        #expect(try client(1).match?.match?.round == 2)
        #expect(clock.world.faults == [])
    }

    @Test("C64: A player's own no also ends that player's proposal")
    mutating func ownRefusal() throws {
        playRound()
        ask(.act(.rematch), by: 1)
        ask(.act(.want(MatchTerms(target: SeriesTarget(rawValue: 3)))), by: 0)
        ask(.act(.declineRematch), by: 0)
        ask(.act(.rematch), by: 0)
        ask(.act(.rematch), by: 1)
        clock.run(for: .seconds(1))
        #expect(try client(0).match?.match?.round == 2)
        #expect(try client(0).match?.record?.terms.target == nil)
        #expect(clock.world.faults == [])
    }

    @Test("C64: The opponent's no ends a proposal, and a later yes is a new request")
    mutating func refusedTerms() throws {
        playRound()
        let terms = MatchTerms(target: SeriesTarget(rawValue: 3))
        ask(.act(.want(terms)), by: 0)
        ask(.act(.declineRematch), by: 1)
        #expect(notices(0).last == .rematchDeclined)
        for number in 0..<2 {
            #expect(try client(number).match?.record?.openOffer(by: .circle) == nil)
        }
        ask(.act(.want(terms)), by: 0)
        #expect(notices(0).last == .refused(.move(.alreadyDeclined)))
        ask(.act(.rematch), by: 1)
        #expect(notices(0).last == .rematchWanted)
        #expect(try client(0).match?.match?.round == 1)
        for number in 0..<2 {
            #expect(try client(number).match?.record?.proposedTerms(of: .circle) == nil)
        }
        #expect(!notices(1).contains(.proposalWithdrawn))
        #expect(clock.world.faults == [])
    }

    @Test("C64: Terms that only one player wants change nothing")
    mutating func unwanted() throws {
        playRound()
        ask(.act(.rematch), by: 1)
        ask(.act(.want(MatchTerms(limit: MoveTimeLimit(rawValue: 30)))), by: 1)
        let other = MatchTerms(limit: MoveTimeLimit(rawValue: 10))
        ask(.act(.rematch), by: 0)
        #expect(try client(0).match?.record?.terms.limit?.rawValue == 30, "it came with a yes")
        ask(.act(.resign), by: 0)
        ask(.act(.rematch), by: 1)
        ask(.act(.want(other)), by: 0)
        ask(.act(.rematch), by: 0)
        #expect(try client(0).match?.match?.round == 3)
        #expect(try client(0).match?.record?.terms.limit?.rawValue == 30)
        #expect(clock.world.faults == [])
    }

    @Test("C64: If both have proposed terms, a yes accepts the opponent's")
    mutating func bothPropose() throws {
        playRound()
        let terms = MatchTerms(target: SeriesTarget(rawValue: 3))
        ask(.act(.want(MatchTerms(limit: MoveTimeLimit(rawValue: 10)))), by: 1)
        ask(.act(.want(terms)), by: 0)
        ask(.act(.rematch), by: 1)
        clock.run(for: .seconds(1))
        for number in 0..<2 {
            #expect(try client(number).match?.match?.round == 2)
            #expect(try client(number).match?.record?.terms == terms)
        }
        #expect(clock.world.faults == [])
    }

    @Test("C64: Two who accept each other's terms at once are asked again")
    mutating func exchangedTerms() throws {
        playRound()
        let terms = [10, 30].map { MatchTerms(limit: MoveTimeLimit(rawValue: $0)) }
        for number in 0..<2 { ask(.act(.want(terms[number])), by: number) }
        for number in 0..<2 { clock.world.ask(.act(.rematch), by: number) }
        clock.run(for: .seconds(1))
        for number in 0..<2 {
            #expect(try client(number).match?.match?.round == 1)
            // The opponent now wants this player's own terms.
            #expect(notices(number).contains(.wanted(terms[number])))
        }
        ask(.act(.rematch), by: 1)
        clock.run(for: .seconds(1))
        for number in 0..<2 {
            #expect(try client(number).match?.match?.round == 2)
            #expect(try client(number).match?.record?.terms == terms[1])
        }
        #expect(clock.world.faults == [] && clock.world.hub.refusals == 0)
    }

    @Test("C64: A series ends with its target: then there is no rematch")
    mutating func series() throws {
        come("ann", "bob")
        ask(.target(SeriesTarget(rawValue: 3)), by: 1)
        clock.seat(0, 1)
        #expect(try client(0).match?.record?.terms.target?.rawValue == 3)
        for round in 1...3 {
            ask(.act(.resign), by: 1)
            if round == 3 { break }
            ask(.act(.rematch), by: 0)
            ask(.act(.rematch), by: 1)
            #expect(try client(0).match?.match?.round == round + 1)
        }
        #expect(try client(0).match?.record?.isDecided == true)
        ask(.act(.rematch), by: 0)
        #expect(notices(0).contains(.refused(.seriesOver)))
        #expect(try client(0).match?.record?.wantsRematch == [])
        #expect(clock.world.faults == [])
    }
}
