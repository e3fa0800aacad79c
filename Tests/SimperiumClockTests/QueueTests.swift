import SimperiumClock
import Testing

@Suite("Queue")
struct QueueTests {
    @Test("A removal by a condition keeps the order of the other elements")
    func removal() {
        var queue = Queue([1, 2, 3, 4, 5])
        queue.popFirst()
        queue.removeAll { $0.isMultiple(of: 2) }
        #expect(queue.all == [3, 5])
        queue.removeAll { $0 > 0 }
        #expect(queue.isEmpty)
        queue.append(6)
        #expect(queue.first == 6)
    }
}
