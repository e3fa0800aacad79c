import Game
import SimperiumClock
import TestSupport
import Testing

@Suite("Game: properties")
struct GameProperties {
    @Test(
        "After any acts, a match can be stored",
        arguments: Seeds.batches(20))
    func storage(seeds: [UInt64]) throws {
        for seed in seeds {
            var random = SeededRandom(seed: seed)
            var match = Match()
            for _ in 0..<300 {
                let before = match
                let act = Act.random(&random)
                do throws(MatchActionRefusal) {
                    try act.perform(in: &match)
                } catch {
                    #expect(match == before, "refused by \(error)")
                }
                #expect(match.score.rounds == match.round - (match.outcome == nil ? 1 : 0))
                let stored = try Match(
                    board: match.board, next: match.next, round: match.round,
                    earlierScore: match.earlierScore, loser: match.loser,
                    drawOffers: match.drawOffers)
                #expect(stored == match)
            }
        }
    }
}
