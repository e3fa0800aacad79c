import EngineSamples
import SharedLog
import SimperiumClock
import SimperiumWire
import Testing

/// What a node asks for so that its logs stay small.
@Suite("What keeps a log small")
struct LogTendingTests {
    private static let bucket = Names.logs[0].bucket(Names.buckets[0])
    private static let key = Names.keys[0]
    private static let limits = StoreLimits(logLength: 10, removals: 10)

    /// An engine, and what does not come back from it.
    private final class Engine {
        var engine = ModelEngine()
        var fails: (EngineDeed) -> EngineOutcome? = { _ in nil }

        func perform(_ deed: EngineDeed) -> EngineOutcome {
            let answer = engine.perform(deed, at: Stamp(milliseconds: 1_000_000)).answer
            return fails(deed) ?? .answered(answer)
        }
    }

    private func node(_ engine: Engine) throws -> WritingNode {
        let hello = engine.perform(.node(.hello(seen: 0, life: .seconds(9))))
        let begun = engine.perform(.node(.begin(seen: 0, life: .seconds(9))))
        guard case .answered(.life(let epoch, _, _)) = hello,
            case .answered(.incarnation(let incarnation)) = begun
        else { throw NoBeginning() }
        return WritingNode(
            incarnation, epoch: epoch, keeping: Self.limits, in: Self.bucket
        ) { engine.perform($0) }
    }

    private struct NoBeginning: Error {}

    private func logged(_ engine: Engine) -> Int {
        let query = LogQuery.missed(
            after: .zero, in: Names.buckets, atMost: Portion(entries: 10_000))
        guard
            case .answered(.fact(.missed(let entries, _, _), _)) =
                engine.perform(.read(query, Names.logs[0]))
        else { return -1 }
        return entries.filter { if case .change = $0.act { true } else { false } }.count
    }

    private func keys(_ count: Int) -> [ObjectKey] {
        (0..<count).compactMap { ObjectKey("key-\($0)") }
    }

    @Test("S189 Who appends looks what may go at first, and then once in a while")
    func looking() throws {
        let engine = Engine()
        var node = try node(engine)
        node.ask(.entity(Self.key, in: Self.bucket))
        #expect(node.takeTending().isEmpty)
        var looks: [Int] = []
        for number in 1...35 {
            node.change([Self.key])
            if !node.takeTending().isEmpty { looks.append(number) }
        }
        #expect(looks == [1, 11, 21, 31])
        #expect((10...20).contains(logged(engine)))
    }

    @Test("S189 Long changes count for more")
    func weight() throws {
        let engine = Engine()
        var node = try node(engine)
        node.change([Self.key])
        _ = node.takeTending()
        node.change([Self.key], saying: 512 << 10)
        #expect(!node.takeTending().isEmpty)
    }

    @Test("S189 As long as there is more it goes on at once, with so much in each step")
    func goingOn() throws {
        let engine = Engine()
        var node = try node(engine)
        node.change(keys(1))
        // While nothing comes back, nothing is let go, and much gathers.
        engine.fails = { $0.tends ? .lost : nil }
        node.change(keys(300))
        #expect(logged(engine) == 301)
        engine.fails = { _ in nil }
        _ = node.takeTending()
        node.change([Self.key])
        let ends = node.takeTending().compactMap { deed -> UInt64? in
            if case .log(.trim(_, let trimming, _), _) = deed { trimming.end.count } else { nil }
        }
        #expect(ends.count == 10 && zip(ends, ends.dropFirst()).allSatisfy { $1 - $0 <= 32 })
        #expect(logged(engine) == 10)
    }

    @Test(
        "S189 What was not answered is asked for again behind the next append, or on another line",
        arguments: [EngineOutcome.lost, .unsent, .unreadable])
    func lost(outcome: EngineOutcome) throws {
        let engine = Engine()
        var node = try node(engine)
        engine.fails = { if case .read(.trimmable, _) = $0 { outcome } else { nil } }
        node.change([Self.key])
        #expect(node.takeTending().count == 1)
        engine.fails = { if case .log(.trim, _) = $0 { outcome } else { nil } }
        node.change((0..<40).map { _ in Self.key })
        #expect(node.takeTending().count >= 2)
        engine.fails = { _ in nil }
        node.reconnect()
        #expect(!node.takeTending().isEmpty)
        #expect(logged(engine) == 10)
        node.ask(.entity(Self.key, in: Self.bucket))
        #expect(node.takeTending().isEmpty)
    }

    @Test("S190 What an EMPTY left goes at once, a few at a time")
    func emptied() throws {
        let engine = Engine()
        var node = try node(engine)
        node.change(keys(9))
        node.empty()
        #expect(logged(engine) == 0)
    }

    @Test("S190 What a dropped bucket left goes at once, or by whoever opens the log next")
    func dropped() throws {
        let engine = Engine()
        var node = try node(engine)
        node.change(keys(100))
        engine.fails = { $0.tends ? .lost : nil }
        let place = node.head.advanced(by: 1)
        node.drop()
        engine.fails = { _ in nil }
        let query = LogQuery.remains(of: Self.bucket.name, droppedAt: place, atMost: 1_000)
        func left() -> Int {
            guard
                case .answered(.fact(.remains(let keys), _)) =
                    engine.perform(.read(query, Names.logs[0]))
            else { return -1 }
            return keys.count
        }
        #expect(left() == 100)
        var other = try self.node(engine)
        let sweeps = other.takeTending().compactMap { deed -> Int? in
            if case .log(.sweep(let keys, _, _), _) = deed { keys.count } else { nil }
        }
        #expect(sweeps == [32, 32, 32, 4] && left() == 0)
        // Then there is nothing to open for.
        other.reconnect()
        #expect(other.takeTending().isEmpty)
    }
}
