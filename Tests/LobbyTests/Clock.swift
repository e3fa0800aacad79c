import Clockwork

/// Runs a world in time: whatever is on a line arrives when it is due, in order.
struct Clock {
    var world: World
    private var agenda = Agenda()

    init(_ world: World) {
        self.world = world
        self.world.latency = world.latency ?? 5_000...50_000
    }

    /// Runs until the instant given, or until nothing happens any more if there is none.
    mutating func run(until end: Instant? = nil) {
        collect()
        while let next = agenda.first, end.map({ next.at <= $0 }) ?? true {
            agenda.removeFirst()
            world.now = max(world.now, next.at)
            world.perform(next.step)
            collect()
        }
        if let end { world.now = max(world.now, end) }
    }

    mutating func run(for span: Duration) {
        run(until: world.now + span)
    }

    private mutating func collect() {
        for posting in world.collectPostings() { agenda.insert(posting) }
    }
}

/// What is to happen, the earliest first; of what is due at once, what was entered first.
private struct Agenda {
    private var heap: [(at: Instant, number: Int, step: World.Step)] = []
    private var count = 0

    var first: (at: Instant, number: Int, step: World.Step)? { heap.first }

    mutating func insert(_ posting: World.Posting) {
        count += 1
        heap.append((posting.at, count, posting.step))
        var child = heap.count - 1
        while child > 0, isBefore(child, (child - 1) / 2) {
            heap.swapAt(child, (child - 1) / 2)
            child = (child - 1) / 2
        }
    }

    mutating func removeFirst() {
        heap.swapAt(0, heap.count - 1)
        heap.removeLast()
        var parent = 0
        while true {
            let children = [2 * parent + 1, 2 * parent + 2].filter { $0 < heap.count }
            guard let least = children.min(by: isBefore), isBefore(least, parent) else { return }
            heap.swapAt(parent, least)
            parent = least
        }
    }

    private func isBefore(_ left: Int, _ right: Int) -> Bool {
        (heap[left].at, heap[left].number) < (heap[right].at, heap[right].number)
    }
}
