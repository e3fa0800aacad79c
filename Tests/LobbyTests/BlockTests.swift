import Game
import Lobby
import SimperiumClock
import Simulation
import TestSupport
import Testing
import Visit

/// Players who have blocked each other and want any other opponent.
@Suite("Blocks")
struct BlockTests: ClockedSuite {
    var clock = Clock(ModelWorld(seed: 1, hasReferee: true))

    private func opponent(of number: Int) -> PlayerID? {
        clock.world.programs[number].client?.own?.opponent
    }

    @Test("P32: A blocked player is passed over, and the next player is a match at once")
    mutating func passesOver() {
        clock.world.come("ann", shunning: ["bob"])
        clock.run(for: .milliseconds(300))
        clock.world.come("bob")
        clock.run(for: .milliseconds(300))
        clock.world.come("cleo")
        clock.run(for: .milliseconds(500))
        #expect(opponent(of: 0) == "cleo" && opponent(of: 1) == nil)
        #expect(clock.world.faults == [])
    }

    @Test("P32: A blocked person's Match is deleted unseen; the next comes after ten minutes")
    mutating func deletes() throws {
        clock.world.come("bob")
        clock.world.come("ann", shunning: ["bob"])
        clock.run(for: .seconds(300))
        #expect(
            notices(0).filter { $0.isOfMatches } == [
                .matchBegan(opponent: "ann", isOurs: true),
                .matchEnded(opponent: "ann", .notAvailable),
            ])
        #expect(notices(1).filter(\.isOfMatches) == [])
        #expect(clock.world.hub.matchInserts == 1)
        #expect(try client(0).isExcludedFromPairing("ann", at: clock.world.now))
        // It was no round.
        #expect(try client(0).invitations.score(with: "ann") == nil)
        #expect(clock.world.faults + clock.world.vainWaiting == [])

        clock.run(for: .seconds(290))
        #expect(clock.world.hub.matchInserts == 1)
        clock.run(for: .seconds(30))
        #expect(clock.world.hub.matchInserts == 2 && opponent(of: 0) == nil)
        // A block that is taken back lets them play sooner.
        clock.world.ask(.block([]), by: 1)
        clock.run(for: .seconds(5))
        #expect(opponent(of: 0) == "ann" && opponent(of: 1) == "bob")
    }

    @Test("P32: A player who invites a player they have blocked plays them all the same")
    mutating func ownWish() {
        clock.world.come("bob", mode: .open)
        clock.world.come("ann", mode: .open, shunning: ["bob"])
        clock.run(for: .seconds(1))
        clock.world.ask(.challenge("bob"), by: 1)
        clock.run(for: .seconds(1))
        clock.world.ask(.answer("ann", .play), by: 0)
        clock.run(for: .seconds(1))
        #expect(opponent(of: 1) == "bob")
    }

    @Test("P32: No player sits with a player they have blocked, and all others find each other")
    func property() {
        for seed in Seeds.first(60) {
            var random = SeededRandom(seed: seed)
            var clock = Clock(ModelWorld(seed: random.next(), hasReferee: true))
            let names = (0..<(2 + random.numberBelow(6))).map { "p\($0)" }
            var blocks: [String: Set<String>] = [:]
            for name in names {
                blocks[name] = Set(names.filter { $0 != name && random.chance(1, in: 3) })
                clock.world.come(name, shunning: blocks[name] ?? [])
                clock.run(for: .milliseconds(random.numberBelow(1_500)))
            }
            clock.run(for: .seconds(300))
            let world = clock.world
            #expect(world.faults + world.vainWaiting == [], "seed \(seed)")
            for program in world.programs {
                for case .matchBegan(let opponent, _) in program.notices {
                    let isBlocked = blocks[program.id.rawValue]?.contains(opponent) == true
                    #expect(!isBlocked, "seed \(seed): \(program.id) met \(opponent)")
                }
            }
        }
    }
}

extension ModelWorld {
    /// Adds a player who is signed in to an account of the same name.
    fileprivate mutating func come(
        _ name: String, mode: MatchmakingMode = .auto, shunning others: Set<String> = []
    ) {
        hub.accounts[PlayerID(rawValue: name)] = name
        var program = LobbyProgram.client(name, mode: mode)
        let holder = LobbyClient.AccountIdentity(user: name, name: PlayerName(cleaning: name))
        program.handle(.signedIn(as: holder), at: now)
        program.handle(.asked(.block(others)), at: now)
        add(program)
    }
}

extension Notice {
    fileprivate var isOfMatches: Bool {
        switch self {
        case .matchBegan, .matchEnded: true
        default: false
        }
    }
}
