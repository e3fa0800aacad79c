import Game
import Lobby
import SimperiumClock
import SimperiumJSON
import SimperiumWire
import TestSupport
import Testing

/// The ledger folds single events. Here it is compared with the rule itself, which reads all
/// Matches in the order of their insertion each time.
@Suite("Ledger properties")
struct LedgerProperties {
    @Test("It agrees with the rule at every step", arguments: Seeds.batches(300))
    func followsTheRule(seeds: [UInt64]) {
        for seed in seeds {
            var random = SeededRandom(seed: seed)
            var lobbyState = LobbyState()
            var rule = Rule()
            for step in 0..<60 {
                let event = rule.happen(&random, step)
                _ = lobbyState.fold(event, at: .start)
                let (live, seats) = rule.verdict
                #expect(lobbyState.ledger.live == live, "seed \(seed), step \(step)")
                #expect(lobbyState.ledger.liveCount == live.count, "seed \(seed), step \(step)")
                for player in Rule.players {
                    #expect(
                        lobbyState.ledger.seatedMatch(of: player) == seats[player], "seed \(seed)")
                    #expect(
                        lobbyState.ledger.matches(naming: player) == rule.matches(naming: player))
                }
                for match in rule.matches {
                    let isLive = lobbyState.ledger.seatValidity(of: match.key) == .live
                    #expect(isLive == live.contains(match.key), "seed \(seed), step \(step)")
                }
            }
        }
    }
}

/// A Match is live if, when its turn comes, both its players are here and neither is seated.
private struct Rule {
    static let players = "abcde".map { PlayerID(rawValue: String($0)) }

    private(set) var matches: [(key: ObjectKey, circle: PlayerID, cross: PlayerID)] = []
    private var present: Set<PlayerID> = []

    var verdict: (live: [ObjectKey], seats: [PlayerID: ObjectKey]) {
        var live: [ObjectKey] = []
        var seats: [PlayerID: ObjectKey] = [:]
        for match in matches {
            let both = [match.circle, match.cross]
            guard both.allSatisfy({ present.contains($0) && seats[$0] == nil }) else { continue }
            live.append(match.key)
            for player in both { seats[player] = match.key }
        }
        return (live, seats)
    }

    func matches(naming player: PlayerID) -> [ObjectKey] {
        matches.filter { $0.circle == player || $0.cross == player }.map(\.key)
    }

    mutating func happen(_ random: inout SeededRandom, _ step: Int) -> LobbyBucketEvent {
        let player = random.pick(Self.players) ?? Self.players[0]
        switch random.numberBelow(5) {
        case 0 where !matches.isEmpty:
            return .deleted(.match, matches.remove(at: random.numberBelow(matches.count)).key)
        case 0, 1, 2:
            let others = Self.players.filter { $0 != player }
            let other = random.pick(others) ?? others[0]
            let key = ObjectKey.trappingIfInvalid("m\(step)")
            matches.append((key, player, other))
            let members = MatchRecord(circle: player, cross: other).members
            return .inserted(.match, key, members, .remote)
        default:
            let key = ObjectKey.trappingIfInvalid(player.rawValue)
            guard present.remove(player) == nil else { return .deleted(.player, key) }
            present.insert(player)
            return .inserted(.player, key, ["playerID": JSON(player.rawValue)], .remote)
        }
    }
}
