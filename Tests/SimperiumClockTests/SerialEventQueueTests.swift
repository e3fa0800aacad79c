import SimperiumClock
import Testing

@Suite("Turn queue")
struct SerialEventQueueTests {
    @Test("An event caused by another one is handled after all earlier events")
    func order() {
        var queue = SerialEventQueue<Int>()
        queue.append(1)
        queue.append(2)
        let begins = queue.beginHandling()
        #expect(begins)
        var taken: [Int] = []
        while let event = queue.next() {
            taken.append(event)
            if event < 10 {
                queue.append(event * 10)
                let begins = queue.beginHandling()
                #expect(!begins, "a turn within a turn would take it too early")
            }
        }
        #expect(taken == [1, 2, 10, 20])
    }

    @Test("After a turn has ended the next one can begin", arguments: [false, true])
    func nextTurn(keepsCapacity: Bool) {
        var queue = SerialEventQueue<String>(keepsCapacity: keepsCapacity)
        for event in ["a", "b"] {
            queue.append(event)
            let begins = queue.beginHandling()
            #expect(begins)
            #expect(queue.next() == event)
            #expect(queue.next() == nil)
        }
    }
}
