import Lobby
import SimperiumClock
import Visit

/// A search through all orders of events: messages that arrive, and actions of players.
///
/// Time stands still while a message is under way. Otherwise it advances to the next deadline, up
/// to `span` in all. At the end, all checks must hold.
struct InterleavingSearch {
    /// An event that can happen at any moment. The events of one program keep their order.
    enum Action: Hashable {
        case ask(Int, LobbyRequest)
        case disconnect(Int)
        case reconnect(Int)

        var number: Int {
            switch self {
            case .ask(let number, _), .disconnect(let number), .reconnect(let number): number
            }
        }
    }

    private struct State: Hashable {
        var world: ModelWorld
        var actions: [Action]

        /// The arrival of a message at a program without further actions, if no message can
        /// overtake it. Its effect does not depend on the order, so no other order is tried.
        var independentArrival: ModelWorld.Step? {
            guard world.lanes == 1 else { return nil }
            return world.steps.first { step in
                guard case .down(let number, _) = step else { return false }
                return !actions.contains { $0.number == number }
            }
        }
    }

    private(set) var faults: [String] = []
    private(set) var ends = 0
    private var seen: Set<Int> = []

    /// Searches all orders of events from `world`, which has no message under way.
    init(_ world: ModelWorld, _ actions: [Action], span: Duration = .seconds(3)) {
        var world = world
        world.latency = nil
        for number in world.programs.indices { world.programs[number].remembers = false }
        let end = world.now + span
        var open = [State(world: world, actions: actions)]
        while var state = open.popLast(), faults.count < 3 {
            while let step = state.independentArrival { state.world.perform(step) }
            _ = state.world.collectPostings()
            guard seen.insert(state.hashValue).inserted else { continue }
            let next = Self.next(from: state, until: end)
            if next.isEmpty { checkEnd(state.world) }
            open += next
        }
    }

    var count: Int { seen.count }

    private mutating func checkEnd(_ world: ModelWorld) {
        ends += 1
        faults += world.faults + world.vainWaiting
    }

    private static func next(from state: State, until end: Instant) -> [State] {
        var next: [State] = []
        var busy: Set<Int> = []
        for (index, action) in state.actions.enumerated()
        where busy.insert(action.number).inserted {
            var after = state
            after.actions.remove(at: index)
            after.world.perform(action)
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

extension ModelWorld {
    fileprivate mutating func perform(_ action: InterleavingSearch.Action) {
        switch action {
        case .ask(let number, let request): ask(request, by: number)
        case .disconnect(let number): breakLine(of: number)
        case .reconnect(let number): connect(number)
        }
    }
}
