import SimperiumClock
import Testing

@Suite("Queue of a turn")
struct TurnQueueTests {
    @Test("What an event brings about is taken after all that came before it")
    func order() {
        var queue = TurnQueue<Int>()
        queue.append(1)
        queue.append(2)
        let begins = queue.begin()
        #expect(begins)
        var taken: [Int] = []
        while let event = queue.next() {
            taken.append(event)
            if event < 10 {
                queue.append(event * 10)
                let begins = queue.begin()
                #expect(!begins, "a turn within a turn would take it too early")
            }
        }
        #expect(taken == [1, 2, 10, 20])
    }

    @Test("A turn that has ended lets the next begin", arguments: [false, true])
    func nextTurn(keepsCapacity: Bool) {
        var queue = TurnQueue<String>(keepsCapacity: keepsCapacity)
        for event in ["a", "b"] {
            queue.append(event)
            let begins = queue.begin()
            #expect(begins)
            #expect(queue.next() == event)
            #expect(queue.next() == nil)
        }
    }
}
