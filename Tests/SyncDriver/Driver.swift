import SimperiumClock
import SimperiumJSON
import SimperiumLoop
import SimperiumNetwork
import SimperiumReplica
import SimperiumSync
import SimperiumWire

/// The driver's edits, each with a word that no other has.
///
/// The journal has a line for each edit that was stored: `+word`, and `-word` for what was removed
/// with the object that it was in; and `?word` before a removal is even tried.
final class Driver {
    private static let pause = Duration.milliseconds(1)
    /// Most runs are killed before their last word. One that is not says that it has no more, for
    /// then nothing need happen that it would tell of.
    private static let wordsOfRun: UInt32 = 150
    private static let noMoreWords = "all words said"
    private static let wordLength = 4

    private let loop: Loop
    private let replica: LiveReplica
    private let bucket: LiveBucket
    private let journal: Journal
    private let output: Journal
    /// Nil if nothing is to be added any more.
    private let run: UInt32?
    private var random: SeededRandom
    private var count: UInt32 = 0
    private var lines: [String] = []
    private var ticking: Timer?
    private var afterCommit: EndOfTurn?

    init(
        hub: HubAddress, store: StoreFile, journal: Journal, run: UInt32?, on loop: Loop
    ) throws {
        guard let bucketName = BucketName("todo") else {
            preconditionFailure("the name is valid")
        }
        self.loop = loop
        self.journal = journal
        let output = try Journal("/dev/stdout")
        self.output = output
        self.run = run
        random = SeededRandom(seed: UInt64(run ?? 0))
        replica = LiveReplica(
            at: hub, as: store.clientID, on: ConnectionSet(on: loop), store: store)
        bucket = try replica.open(bucketName, as: .durable) { _, _ in output.write(["."]) }
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
        if let run {
            if count < Self.wordsOfRun {
                edit(in: run)
                if count == Self.wordsOfRun { output.write([Self.noMoreWords]) }
            }
        } else if replica.status == .synced, bucket.unsynced.isEmpty {
            output.write(bucket.keys.flatMap(words(in:)).map { "=" + $0 })
            return replica.goOffline { [loop] in loop.stop() }
        }
        ticking?.arm(after: Self.pause)
    }

    /// Writes a character that is found nowhere else, four times: so that no part of a word is
    /// taken for part of another when texts are merged.
    private func edit(in run: UInt32) {
        guard let scalar = Unicode.Scalar(0x20000 + run * Self.wordsOfRun + count) else { return }
        count += 1
        let word = String(repeating: Character(scalar), count: Self.wordLength)
        switch random.below(8) {
        case 0: make(word)
        case 1: removeSomething()
        default: write(word)
        }
    }

    private func make(_ word: String) {
        guard let key = ObjectKey("own-\(word)") else { return }
        bucket.put(key, ["text": JSON(word)])
        lines.append("+\(word)")
    }

    private func removeSomething() {
        guard let key = random.pick(bucket.keys.filter { $0.text.hasPrefix("own-") }) else {
            return
        }
        let word = words(in: key).joined()
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
        bucket.put(key, ["text": JSON(words.joined())])
        lines.append("+\(word)")
    }

    private func words(in key: ObjectKey) -> [String] {
        let letters = Array(bucket[key]?["text"]?.string ?? "")
        return stride(from: 0, to: letters.count, by: Self.wordLength).map { start in
            String(letters[start..<min(start + Self.wordLength, letters.count)])
        }
    }
}
