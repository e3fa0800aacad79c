import RedisWire
import SharedLog
import SharedStore
import SimperiumClock
import SimperiumLoop
import SimperiumNetwork
import SimperiumWire

/// A node's connection to Redis, without a server around it.
final class EngineBench {
    struct NotAnswered: Error {}

    private let loop: Loop
    private let store: SharedStore
    private let log: SharedLogID
    private let bucket: BucketName
    private var incarnation = Incarnation(rawValue: 0)
    private var epoch: UInt32 = 0
    private var head = Ordinal.zero

    init(at port: UInt16) throws {
        loop = try Loop()
        guard let app = AppID("demo"), let user = UserID("kim"), let bucket = BucketName("todo")
        else { throw NotAnswered() }
        log = SharedLogID(app: app, user: user)
        self.bucket = bucket
        store = SharedStore(
            EngineLink(to: [RedisAddress(host: "127.0.0.1", port: port)]),
            on: ConnectionSet(on: loop),
            SharedStore.Reception(ready: { [loop] in loop.stop() }))
        store.begin()
        loop.run()
        let life = Duration.seconds(600)
        guard case .life(let epoch, _, _) = try ask(.node(.hello(seen: 0, life: life))),
            case .incarnation(let incarnation) = try ask(.node(.begin(seen: epoch, life: life))),
            case .done = try ask(.node(.note(log, incarnation))),
            case .opened(let opened) = try ask(
                .log(.open(incarnation, epoch: epoch, grace: .zero), log))
        else { throw NotAnswered() }
        self.incarnation = incarnation
        self.epoch = opened.epoch
        head = opened.head
    }

    private func ask(_ deed: EngineDeed) throws -> EngineAnswer {
        var found: EngineOutcome?
        store.ask(deed) { [loop] in
            found = $0
            loop.stop()
        }
        loop.run()
        guard case .answered(let answer)? = found else { throw NotAnswered() }
        return answer
    }

    /// Returns the milliseconds of each of `count` appends, one at a time, sorted.
    func appends(_ count: Int) -> [Double] {
        var waits: [Double] = []
        let entry = [UInt8](repeating: 0x78, count: 200)
        for number in 0..<count {
            let key = "object-\(number % 100)"
            guard let name = ObjectKey(key), let id = ChangeID("change-\(number)"),
                let version = EntityVersion(number / 100 + 1)
            else { continue }
            let place = Ordinal(epoch: epoch, count: head.count + 1)
            let change = EngineChange(
                name, in: bucket, version: version,
                previous: number < 100 ? nil : Ordinal(epoch: epoch, count: place.count - 100),
                by: id, entry: entry, object: Array(entry.prefix(133)))
            let start = ContinuousClock.now
            let writer = EngineWriter(incarnation, on: head, at: place)
            guard
                case .written(let head, _)? = try? ask(
                    .log(.append([change], writer, wantsTurn: false), log))
            else { break }
            waits.append(start.duration(to: .now) / .milliseconds(1))
            self.head = head
        }
        return waits.sorted()
    }

    /// Returns the median milliseconds from opening a log to the first page of its index.
    func opening(objects count: Int) -> Double {
        let portion = Portion(entries: count, bytes: 1 << 20)
        let waits = (0..<200).map { _ in
            let start = ContinuousClock.now
            _ = try? ask(.log(.open(incarnation, epoch: epoch, grace: .zero), log))
            let slice = IndexSlice(.oldestFirst, hasObjects: true, atMost: portion)
            _ = try? ask(.read(.index(slice, of: bucket), log))
            return start.duration(to: .now) / .milliseconds(1)
        }
        return waits.sorted()[100]
    }
}
