import Lobby
import SimperiumClock
import Visit

/// Visits every order in which things can happen: what is on a line arrives, or somebody acts.
///
/// Time stands still while anything is on a line. Once nothing is, it goes on to the next deadline,
/// for so many seconds as `span` says; and then everything must be as it should.
struct Walk {
    /// Something that happens at any moment, but for those of one program in their order.
    enum Deed: Hashable {
        case ask(Int, Request)
        case cut(Int)
        case mend(Int)

        var number: Int {
            switch self {
            case .ask(let number, _), .cut(let number), .mend(let number): number
            }
        }
    }

    private struct State: Hashable {
        var world: World
        var deeds: [Deed]

        /// What arrives at somebody who does nothing more, where nothing can overtake it: before or
        /// after whatever else can happen it does the same, so no other order has to be tried.
        var foregone: World.Step? {
            guard world.lanes == 1 else { return nil }
            return world.steps.first { step in
                guard case .down(let number, _) = step else { return false }
                return !deeds.contains { $0.number == number }
            }
        }
    }

    private(set) var faults: [String] = []
    private(set) var ends = 0
    private var seen: Set<Int> = []

    /// All ways on from `world`, in which nothing is on a line yet.
    init(_ world: World, _ deeds: [Deed], span: Duration = .seconds(3)) {
        var world = world
        world.latency = nil
        for number in world.programs.indices { world.programs[number].remembers = false }
        let end = world.now + span
        var open = [State(world: world, deeds: deeds)]
        while var state = open.popLast(), faults.count < 3 {
            while let step = state.foregone { state.world.perform(step) }
            _ = state.world.collectPostings()
            guard seen.insert(state.hashValue).inserted else { continue }
            let next = Self.next(from: state, until: end)
            if next.isEmpty { judge(state.world) }
            open += next
        }
    }

    var count: Int { seen.count }

    private mutating func judge(_ world: World) {
        ends += 1
        faults += world.faults + world.vainWaiting
    }

    private static func next(from state: State, until end: Instant) -> [State] {
        var next: [State] = []
        var busy: Set<Int> = []
        for (index, deed) in state.deeds.enumerated()
        where busy.insert(deed.number).inserted {
            var after = state
            after.deeds.remove(at: index)
            after.world.perform(deed)
            next.append(after)
        }
        for step in state.world.steps {
            var after = state
            after.world.perform(step)
            next.append(after)
        }
        if next.isEmpty, let due = state.world.nextDeadline, due <= end {
            var after = state
            after.world.now = max(after.world.now, due)
            after.world.wake()
            next.append(after)
        }
        return next
    }
}

extension World {
    fileprivate mutating func perform(_ deed: Walk.Deed) {
        switch deed {
        case .ask(let number, let request): ask(request, by: number)
        case .cut(let number): breakLine(of: number)
        case .mend(let number): connect(number)
        }
    }
}
