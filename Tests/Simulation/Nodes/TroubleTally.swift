/// A numbering of faults in their order. If some of them are spared, the same world still has the
/// others.
package struct TroubleTally<Kind: Hashable & Sendable>: Sendable {
    /// The numbers of the faults that strike; nil if all do.
    private let allowed: Set<Int>?
    package private(set) var count = 0
    package private(set) var counts: [Kind: Int] = [:]

    package init(allowing allowed: Set<Int>? = nil) {
        self.allowed = allowed
    }

    /// Counts a fault. Returns false if it is spared.
    package mutating func happens(_ kind: Kind) -> Bool {
        count += 1
        guard allowed?.contains(count) ?? true else { return false }
        counts[kind, default: 0] += 1
        return true
    }

    /// Returns a minimal set of faults that still makes a test fail. It omits halves, and halves of
    /// those, as long as the test fails.
    package static func fewest(
        among count: Int, failure: ([Int]) -> String?
    ) -> (numbers: [Int], error: String) {
        var left = Array(1...max(1, count))
        var found = failure(left) ?? "not by these alone"
        var size = (left.count + 1) / 2
        while true {
            var start = 0
            while start < left.count {
                let rest = left[..<start] + left[min(start + size, left.count)...]
                if let error = failure(Array(rest)) {
                    (left, found) = (Array(rest), error)
                } else {
                    start += size
                }
            }
            guard size > 1 else { return (left, found) }
            size = (size + 1) / 2
        }
    }
}
