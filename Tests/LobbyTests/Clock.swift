import Lobby
import SimperiumClock
import Simulation

/// Runs a world in time: whatever is on a line arrives when it is due, in order.
struct Clock {
    var world: World
    private var agenda = Agenda<World.Step>()

    init(_ world: World) {
        self.world = world
        self.world.latency = world.latency ?? 5_000...50_000
    }

    /// Runs until the instant given, or until nothing happens any more if there is none.
    mutating func run(until end: Instant? = nil) {
        collect()
        while let next = agenda.next, end.map({ next <= $0 }) ?? true,
            let step = agenda.popFirst()
        {
            world.now = max(world.now, next)
            world.perform(step)
            collect()
        }
        if let end { world.now = max(world.now, end) }
    }

    mutating func run(for span: Duration) {
        run(until: world.now + span)
    }

    private mutating func collect() {
        for posting in world.collectPostings() { agenda.enter(posting.step, at: posting.at) }
    }
}

extension Clock {
    /// Seats two, the first of whom begins: where there is a referee, the other asks first.
    mutating func seat(_ circle: Int, _ cross: Int) {
        let (first, second) = (world.programs[circle].id, world.programs[cross].id)
        guard world.hub.referee != nil else {
            world.ask(.challenge(second), by: circle)
            return run(for: .seconds(1))
        }
        world.ask(.challenge(first), by: cross)
        run(for: .seconds(1))
        world.ask(.answer(second, .play), by: circle)
        run(for: .seconds(1))
    }
}
