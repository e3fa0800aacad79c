import SimperiumClock
import Testing

@Suite("Turn queue")
struct TurnQueueTests {
    @Test("An event caused by another one is handled after all earlier events")
    func order() {
        var queue = TurnQueue<Int>()
        queue.append(1)
        queue.append(2)
        let begins = queue.startTurn()
        #expect(begins)
        var taken: [Int] = []
        while let event = queue.next() {
            taken.append(event)
            if event < 10 {
                queue.append(event * 10)
                let begins = queue.startTurn()
                #expect(!begins, "a turn within a turn would take it too early")
            }
        }
        #expect(taken == [1, 2, 10, 20])
    }

    @Test("After a turn has ended the next one can begin", arguments: [false, true])
    func nextTurn(keepsCapacity: Bool) {
        var queue = TurnQueue<String>(keepsCapacity: keepsCapacity)
        for event in ["a", "b"] {
            queue.append(event)
            let begins = queue.startTurn()
            #expect(begins)
            #expect(queue.next() == event)
            #expect(queue.next() == nil)
        }
    }
}
