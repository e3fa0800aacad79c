import Clockwork
import EventLoop
import JSONDiff
import Network
import Simperium
import SimperiumClient
import SyncClient

/// The driver's edits, each with a word that no other has.
///
/// The journal has a line for each edit that was stored: `+word`, and `-word` for what was removed
/// with the object that it was in; and `?word` before a removal is even tried.
final class Driver {
    private static let pause = Duration.milliseconds(1)

    private let loop: Loop
    private let replica: LiveReplica
    private let bucket: LiveBucket
    private let journal: Journal
    private let output: Journal
    /// Nil if nothing is to be added any more.
    private let run: String?
    private var random: SeededRandom
    private var count = 0
    private var lines: [String] = []
    private var ticking: Timer?
    private var afterCommit: EndOfTurn?

    init(
        hub: HubAddress, store: StoreFile, journal: Journal, run: String?, on loop: Loop
    ) throws {
        guard let bucketName = BucketName("todo") else {
            preconditionFailure("the name is valid")
        }
        self.loop = loop
        self.journal = journal
        let output = try Journal("/dev/stdout")
        self.output = output
        self.run = run
        random = SeededRandom(seed: UInt64(run ?? "") ?? 0)
        replica = LiveReplica(
            at: hub, as: store.clientID, on: Switchboard(on: loop), store: store)
        bucket = try replica.open(bucketName, .durable) { _, _ in output.write(["."]) }
        replica.onFailure = { preconditionFailure("the store failed: \($0)") }
        afterCommit = EndOfTurn(on: loop, .flush) { [unowned self] in
            journal.write(exchange(&lines, with: []))
        }
        ticking = Timer(on: loop) { [unowned self] in tick() }
    }

    func start(with token: Token) {
        replica.signIn(token)
        replica.goOnline()
        tick()
    }

    private func tick() {
        if run != nil {
            edit()
        } else if replica.status == .synced, bucket.unsynced.isEmpty {
            output.write(bucket.keys.flatMap(words(in:)).map { "=" + $0 })
            return replica.goOffline { [loop] in loop.stop() }
        }
        ticking?.arm(after: Self.pause)
    }

    private func edit() {
        count += 1
        let word = "\(run ?? "")-\(count)"
        switch random.below(8) {
        case 0: make(word)
        case 1: removeSomething()
        default: write(word)
        }
    }

    private func make(_ word: String) {
        guard let key = ObjectKey("own-\(word)") else { return }
        bucket.put(key, ["text": JSON(" \(word) ")])
        lines.append("+\(word)")
    }

    private func removeSomething() {
        guard let key = random.pick(bucket.keys.filter { $0.text.hasPrefix("own-") }) else {
            return
        }
        let word = key.text.dropFirst(4)
        journal.write(["?\(word)"])
        bucket.delete(key)
        lines.append("-\(word)")
    }

    /// Adds a word somewhere between the words of an object that others write in, too.
    private func write(_ word: String) {
        guard let key = random.pick(bucket.keys.filter { $0.text.hasPrefix("shared-") }) else {
            return
        }
        var words = self.words(in: key)
        words.insert(word, at: random.below(words.count + 1))
        let text = words.map { " \($0) " }.joined()
        bucket.put(key, ["text": JSON(text)])
        lines.append("+\(word)")
    }

    private func words(in key: ObjectKey) -> [String] {
        (bucket[key]?["text"]?.string ?? "").split(separator: " ").map(String.init)
    }
}
