import Simulation
import TestSupport
import Testing

@Suite("Simulation: clients and a hub on a bad network")
struct SyncSimulationTests {
    @Test(
        """
        C33: Random multi-client simulation with drops, reorder of sockets, restarts: all replicas \
        equal to the server at quiescence; every inserted token that nobody deleted is present
        """, arguments: [HubKind.model, .real], Seeds.batches(350))
    func converges(hub: HubKind, seeds: Range<UInt64>) {
        for seed in seeds { run(World(seed: seed, at: hub), seed) }
    }

    @Test(
        """
        C26: Kill -9 at any point: after restart no lost local edit, no duplicated change, cv \
        consistent
        """, arguments: [HubKind.model, .real], Seeds.batches(150))
    func survives(hub: HubKind, seeds: Range<UInt64>) {
        for seed in seeds { run(World(seed: seed, .kills, at: hub), seed) }
    }

    private func run(_ world: World, _ seed: UInt64) {
        var world = world
        do {
            try world.run()
        } catch {
            Issue.record("seed \(seed): \(error)")
        }
    }
}
