import Clockwork
import Lobby
import Simulation
import TestSupport
import Testing

@Suite("Simulation: the lobby on a bad network")
struct LobbySimulationTests {
    @Test(
        """
        Whatever people, lines and servers do, in the end everybody sees the same boards, nobody \
        sits twice, and nobody waits while somebody else does
        """, arguments: Seeds.batches(30))
    func recovers(seeds: Range<UInt64>) {
        for seed in seeds {
            var party = LobbyParty(seed: seed)
            party.rage(for: .seconds(40))
            party.settle()
            #expect(party.world.faults == [], "seed \(seed)")
            party.stir()
            party.world.run(for: .milliseconds(2_100))
            #expect(party.world.waiting.count < 2, "seed \(seed)")
            #expect(party.world.faults == [], "seed \(seed), stirred")
        }
    }
}
