import Simulation
import TestSupport
import Testing

@Suite("Simulation: devices of two accounts")
struct DeviceProperties {
    @Test(
        """
        Devices that are offline for long, with slow or full disks and killed programs, lose and \
        double no result, and in the end all devices of an account have the same results
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
