import SimperiumClock
import SimperiumKit

/// The driver's edits, each with a unique word.
///
/// The journal has a line for each edit that was stored: `+word`, or `-word` for a removed object
/// with its word. The line `?word` precedes an attempt to remove one.
struct Driver {
    private static let pause = Duration.milliseconds(1)
    /// The number of words of a run. Most runs are killed earlier. A run that is not prints
    /// `noMoreWords`, because no further changes may come that it would print.
    private static let wordsOfRun: UInt32 = 150
    private static let noMoreWords = "all words said"
    private static let wordLength = 4

    let client: SimperiumClient
    let bucket: SimperiumBucket
    let journal: SyncJournal
    let output: SyncJournal

    /// Edits until no words are left, and then runs until it is killed.
    func edit(in run: UInt32) async throws {
        var random = SeededRandom(seed: UInt64(run))
        for count in 0..<Self.wordsOfRun {
            // A character that occurs nowhere else, four times, so that merging never takes a part
            // of a word for a part of another one.
            guard let scalar = Unicode.Scalar(0x20000 + run * Self.wordsOfRun + count) else {
                continue
            }
            let word = String(repeating: Character(scalar), count: Self.wordLength)
            let (kind, place) = (random.numberBelow(8), random.numberBelow(1_000))
            let line = try await bucket.perform { [journal] bucket in
                switch kind {
                case 0: try Self.make(word, in: bucket)
                case 1: Self.removeSomething(place, from: bucket, noting: journal)
                default: try Self.write(word, at: place, in: bucket)
                }
            }
            try await client.waitUntilStored()
            journal.write(line.map { [$0] } ?? [])
            try await Task.sleep(for: Self.pause)
        }
        output.write([Self.noMoreWords])
        await client.run()
    }

    /// Sends the remaining edits, and prints all words.
    func finish() async throws {
        for await status in client.statuses where status == .synced { break }
        try await client.waitUntilSettled()
        let words = try await bucket.perform { bucket in
            bucket.keys.flatMap { Self.words(in: bucket[$0]) }
        }
        output.write(words.map { "=" + $0 })
        await client.close()
    }

    /// Prints `.` for each change.
    func printChanges() async {
        for await _ in await bucket.changes() { output.write(["."]) }
    }
}

extension Driver {
    private static func make(_ word: String, in bucket: borrowing OpenBucket) throws -> String? {
        guard let key = ObjectKey("own-\(word)") else { return nil }
        try bucket.set(key, to: ["text": JSON(word)])
        return "+\(word)"
    }

    private static func removeSomething(
        _ place: Int, from bucket: borrowing OpenBucket, noting journal: SyncJournal
    ) -> String? {
        guard let key = pick(place, of: bucket.keys, "own-") else { return nil }
        let word = words(in: bucket[key]).joined()
        journal.write(["?\(word)"])
        bucket.delete(key)
        return "-\(word)"
    }

    /// Inserts a word between the words of an object that other clients edit, too.
    private static func write(
        _ word: String, at place: Int, in bucket: borrowing OpenBucket
    ) throws -> String? {
        guard let key = pick(place, of: bucket.keys, "shared-") else { return nil }
        var words = words(in: bucket[key])
        words.insert(word, at: place % (words.count + 1))
        try bucket.set(key, to: ["text": JSON(words.joined())])
        return "+\(word)"
    }

    private static func pick(_ place: Int, of keys: [ObjectKey], _ beginning: String) -> ObjectKey?
    {
        let keys = keys.filter { $0.text.hasPrefix(beginning) }
        return keys.isEmpty ? nil : keys[place % keys.count]
    }

    private static func words(in object: JSONObject?) -> [String] {
        let letters = Array(object?["text"]?.string ?? "")
        return stride(from: 0, to: letters.count, by: wordLength).map { start in
            String(letters[start..<min(start + wordLength, letters.count)])
        }
    }
}
