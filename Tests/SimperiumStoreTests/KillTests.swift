import SimperiumClock
import SimperiumStore
import SimperiumWire
import StorageSamples
import TestKit
import TestSupport
import Testing

@Suite("Stores of killed programs", .waits)
struct KillTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test("Every tick that a server reported as kept is there as a whole, and no epoch twice")
    func hub() throws {
        var random = SeededRandom(seed: 1)
        var (said, epochs) = (0, [String]())
        for _ in 0..<8 {
            let writer = try Writer("hub", folder.path("hub"))
            for _ in 0..<(1 + random.numberBelow(40)) {
                guard let line = writer.line() else { break }
                said = max(said, turn(in: line))
            }
            writer.kill()
            said = max(said, writer.lines().map(turn).max() ?? 0)
            var store = try HubStore(
                .file(folder.path("hub")), limits: MinimumStoredHistory(logLength: 50, removals: 10)
            )
            let kept = try check(&store)
            #expect((said...said + 1).contains(kept))
            epochs.append("\(try store.beginEpoch())")
        }
        #expect(Set(epochs).count == epochs.count)
    }

    @Test("Every tick that a client reported as durable is there as a whole")
    func client() throws {
        var random = SeededRandom(seed: 2)
        var said = 0
        for _ in 0..<8 {
            let writer = try Writer("client", folder.path("client"))
            for _ in 0..<(1 + random.numberBelow(20)) {
                said = max(said, turn(in: writer.line() ?? ""))
            }
            writer.kill()
            said = max(said, writer.lines().map(turn).max() ?? 0)
            var store = try ClientStore(.file(folder.path("client")))
            let kept = try store.load(StorageScene.replicas[0]).objects.count
            #expect((said...said + 1).contains(kept))
            var expected = StoredReplicaBucket()
            for turn in 0..<kept { expected.apply(StorageScene.edits(turn + 1)) }
            for id in StorageScene.replicas { #expect(try store.load(id) == expected) }
        }
    }

    @Test("Without room the last tick is lost and reported, and everything before it is there")
    func full() throws {
        let writer = try Writer("hub", folder.path("hub"), room: 2_000)
        let lines = writer.lines()
        let last = lines.map(turn).max() ?? 0
        #expect(last > 0)
        #expect(
            lines.suffix(2) == [
                "back to \(last)", "lost store(SimperiumWire.StorageError.full)",
            ])
        var store = try HubStore(
            .file(folder.path("hub")), limits: MinimumStoredHistory(logLength: 50, removals: 10))
        #expect(try check(&store) == last)

        let second = try Writer("client", folder.path("client"), room: 1_000)
        let more = second.lines()
        #expect(more.last == "failed full")
        var client = try ClientStore(.file(folder.path("client")))
        #expect(try client.load(StorageScene.replicas[1]).objects.count == more.map(turn).max())
    }

    private func turn(in line: String) -> Int {
        line.hasPrefix("turn ") ? Int(line.dropFirst(5)) ?? 0 : 0
    }

    /// Returns the number of ticks. Expects all three buckets to have them.
    private func check(_ store: inout HubStore) throws -> Int {
        let turn = try StorageScene.turn(&store)
        for bucket in StorageScene.buckets {
            let found = try store.answer(.entity(StorageScene.key, in: bucket))
            guard case .bucket(let state) = try store.answer(.bucket(bucket)),
                case .changes(let log?, false) = try store.answer(
                    .changes(
                        after: state.floor, in: bucket, atMost: StoreAnswerLimit(entries: 1_000)))
            else {
                Issue.record("\(bucket) is not whole")
                continue
            }
            #expect(found.entity?.version.number ?? 0 == turn)
            #expect(found.entity?.object ?? StorageScene.object(0) == StorageScene.object(turn))
            #expect(found.changeIDs.count == min(turn, StoreQueryAnswer.rememberedChanges))
            #expect(log.last?.ordinal ?? .zero == state.head)
            #expect(log.map(\.version.number) == Array((turn - log.count + 1)..<(turn + 1)))
            #expect(log.count >= min(turn, 50))
        }
        return turn
    }
}
