import SimperiumClock
import SimperiumJSON
import TestSupport
import Testing

@Suite("Depth: Properties")
struct DepthProperties {
    @Test(
        "A value or diff is deeper than a limit exactly if a parser with this limit refuses it",
        arguments: Seeds.batches(60))
    func agreesWithParser(seeds: [UInt64]) throws {
        for seed in seeds {
            var random = SeededRandom(seed: seed)
            let object = random.object(depth: 4)
            let diff = try Diff(random.diff(of: object))
            for limit in 0...10 {
                #expect(object.isDeeper(than: limit) == isTooDeep(object.utf8, for: limit))
                let text = Array(diff.description.utf8)
                #expect(diff.isDeeper(than: limit) == isTooDeep(text, for: limit), "\(diff)")
            }
        }
    }

    private func isTooDeep(_ text: [UInt8], for limit: Int) -> Bool {
        do {
            _ = try JSON(parsing: text, limits: JSONLimits(bytes: text.count, depth: limit))
            return false
        } catch {
            return error.reason == .tooDeep
        }
    }
}
