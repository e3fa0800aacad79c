import EngineSamples
import SharedLog
import SimperiumClock
import SimperiumWire
import TestSupport
import Testing

@Suite("FeedKeeper")
struct FeedKeeperTests {
    private static let feed = FeedWorld.feed

    @Test("S196 What is written while a step is on its way goes along with the next")
    func together() throws {
        var world = try FeedWorld(seed: 0, nodes: 1)
        world.write(0, at: 0)
        world.answer(at: 0)
        for _ in 0..<5 { world.write(0, at: 0) }
        var steps = 0
        while !world.nodes[0].asked.isEmpty {
            world.answer(at: 0)
            steps += 1
        }
        #expect(world.entries.count == 6)
        #expect(steps <= 4)
        // From now on it knows how far the feed is.
        world.write(0, at: 0)
        for _ in 0..<2 { world.answer(at: 0) }
        #expect(world.entries.count == 7)
    }

    @Test("S198 Who found nothing hears of what another node brings, after 200 ms and one question")
    func waking() throws {
        var world = try FeedWorld(seed: 0)
        world.handle(.asked(1, .everybodysHead(Self.feed.bucket, of: Self.feed.app)), at: 0)
        world.answer(at: 0)
        #expect(world.nodes[0].answers[1] == .everybodysHead(.zero))
        world.write(1, at: 1)
        for _ in 0..<3 { world.answer(at: 1) }
        #expect(world.nodes[0].fed == 0)
        world.pass(.milliseconds(200))
        world.answer(at: 0)
        #expect(world.nodes[0].fed == 1)
        let query = StoreQuery.everybodysChanges(
            after: .zero, in: Self.feed.bucket, of: Self.feed.app, atMost: Portion(entries: 9))
        world.handle(.asked(2, query), at: 0)
        world.answer(at: 0)
        #expect(
            world.nodes[0].answers[2] == .everybodysChanges(world.entries, hasMore: false))
    }

    @Test("A feed that nobody has asked for in a while is looked at no more")
    func forgetting() throws {
        var world = try FeedWorld(seed: 0, nodes: 1)
        world.handle(.asked(1, .everybodysHead(Self.feed.bucket, of: Self.feed.app)), at: 0)
        world.answer(at: 0)
        #expect(world.nodes[0].keeper.nextDeadline != nil)
        world.pass(.seconds(91))
        #expect(world.nodes[0].asked.isEmpty)
        #expect(world.nodes[0].keeper.nextDeadline == nil)
    }

    @Test("S196 What has left the log is passed over, and a place that is not there is unknown")
    func gaps() throws {
        var world = try FeedWorld(seed: 0, nodes: 1)
        world.write(0, at: 0)
        world.settle()
        world.breakLine(of: 0)
        // The log keeps 50 changes, and the next ones are brought before anything is asked.
        for _ in 0..<40 { world.write(0, at: 0, count: 8) }
        world.settle()
        #expect(world.entries.last?.change.key == ObjectKey("key-320"))
        let query = StoreQuery.everybodysChanges(
            after: Ordinal(epoch: 1, count: 1), in: Self.feed.bucket, of: Self.feed.app,
            atMost: Portion(entries: 9))
        world.handle(.asked(2, query), at: 0)
        world.answer(at: 0)
        #expect(world.nodes[0].answers[2] == .everybodysChanges(nil, hasMore: false))
    }
}

@Suite("FeedKeeper properties")
struct FeedKeeperProperties {
    @Test(
        "S196 Each change is in the feed once and in its bucket's order, whoever is killed",
        arguments: Seeds.batches(200))
    func order(seeds: [UInt64]) throws {
        for seed in seeds {
            var world = try FeedWorld(seed: seed)
            // Fewer than the log keeps.
            while world.written.max() ?? 0 < 40 { world.step() }
            world.settle()
            for (user, count) in world.written.enumerated() {
                let own = world.entries.filter { $0.user == Names.logs[user].user }
                let wanted = (0..<count).map { "key-\($0)" }
                #expect(own.map(\.change.key.text) == wanted, "seed \(seed), user \(user)")
            }
        }
    }
}
