import Lobby
import SimperiumClock
import Simulation
import Testing
import Visit

/// The run of a world in time. Messages arrive in order, when they are due.
struct Clock {
    var world: ModelWorld
    private var net = SimulatedNet<Int, ModelWorld.Step>(latency: 0...0)

    init(_ world: ModelWorld) {
        self.world = world
        self.world.latency = world.latency ?? 5_000...50_000
    }

    mutating func run(until end: Instant) {
        collect()
        while case .world(let step) = net.next(until: end) {
            world.now = max(world.now, net.now)
            world.perform(step)
            collect()
        }
        world.now = max(world.now, net.now)
    }

    mutating func run(for span: Duration) {
        run(until: world.now + span)
    }

    private mutating func collect() {
        for posting in world.collectPostings() { net.enter(posting.step, at: posting.at) }
    }
}

extension Clock {
    /// Seats two players. The first one begins; with a referee, the other one asks first.
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

/// A suite with one world, whose cases look at its players and let them act.
protocol ClockedSuite {
    var clock: Clock { get set }
}

extension ClockedSuite {
    func client(_ number: Int) throws -> LobbyClient {
        try #require(clock.world.programs[number].client)
    }

    func notices(_ number: Int) -> [Notice] { clock.world.programs[number].notices }

    func isSeated(_ number: Int) -> Bool { clock.world.programs[number].client?.match != nil }

    /// Makes a player's request, and gives all programs time to receive its effects.
    mutating func ask(_ request: LobbyRequest, by number: Int) {
        clock.world.ask(request, by: number)
        clock.run(for: .milliseconds(200))
    }
}
