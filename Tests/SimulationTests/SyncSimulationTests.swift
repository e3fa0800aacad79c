import Simulation
import TestSupport
import Testing

@Suite("Simulation: clients and a hub on a bad network")
struct SyncSimulationTests {
    @Test("Whatever fails, no edit is lost, and all agree in the end", arguments: Seeds.first(200))
    func converges(seed: UInt64) throws {
        var world = World(seed: seed)
        do {
            try world.run()
        } catch {
            Issue.record("seed \(seed): \(error)")
        }
    }
}
