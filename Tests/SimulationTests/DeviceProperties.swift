import Simulation
import TestSupport
import Testing

@Suite("Simulation: devices of two accounts")
struct DeviceProperties {
    @Test(
        """
        Offline for long, on slow and full disks, killed at any instant, several programs on each: \
        no result is lost or doubled, and in the end all have the same
        """, arguments: Seeds.batches(32, share: 10))
    func converges(seeds: [UInt64]) {
        for seed in seeds {
            var world = DeviceWorld(seed: seed)
            do {
                try world.run()
            } catch {
                Issue.record("seed \(seed): \(error.promise)")
            }
        }
    }
}
