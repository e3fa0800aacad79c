import RedisWire
import SimperiumClock
import SimperiumWire

extension EngineEntry.Act {
    /// A note, as it stands in the log's stream of notes.
    init(note: [UInt8]) {
        self = Self.known(note) ?? .unknown
    }

    private static func known(_ note: [UInt8]) -> EngineEntry.Act? {
        guard let text = String(validating: note, as: UTF8.self) else { return nil }
        let words = text.split(separator: " ").map(String.init)
        let lease = words.count > 1 ? Ordinal(engineText: words[1]) : nil
        let bucket = words.count > 1 ? BucketName(words[1]) : nil
        switch (words.first, words.count) {
        case ("away", 3):
            guard let lease, let until = Int64(words[2]) else { return nil }
            return .away(lease, until: Stamp(milliseconds: until))
        case ("back", 4):
            guard let lease, let holder = UInt32(words[2]), let connection = UInt64(words[3])
            else { return nil }
            return .back(lease, EngineHolder(Incarnation(rawValue: holder), connection))
        case ("end", 2): return lease.map { .end($0) }
        case ("history", 3):
            guard let bucket, let id = ChangeID(words[2]) else { return nil }
            return .history(bucket, emptiedBy: id)
        case ("versions", 3):
            guard let bucket, let key = ObjectKey(words[2]) else { return nil }
            return .versions(bucket, key)
        case ("drop", 2): return bucket.map { .drop($0) }
        case ("sharing", 4):
            guard let bucket, let key = ObjectKey(words[2]), let name = ChangeID(words[3]) else {
                return nil
            }
            return .sharing(bucket, key, named: name)
        case ("viewed", 3):
            guard let bucket, let key = ObjectKey(words[2]) else { return nil }
            return .viewed(bucket, key)
        default: return nil
        }
    }
}

extension EngineMessage {
    /// What one script has told on a log's channel: one message for each place. Nil if no script of
    /// ours tells so.
    package static func all(in bytes: [UInt8]) -> [EngineMessage]? {
        var messages: [EngineMessage] = []
        var rest = bytes[...]
        while !rest.isEmpty {
            let end = rest.firstIndex(of: UInt8(ascii: "\n")) ?? rest.endIndex
            let words = String(decoding: rest[..<end], as: UTF8.self).split(separator: " ")
            rest = rest[end...].dropFirst()
            guard let message = Self.next(words, &rest) else { return nil }
            messages.append(message)
        }
        return messages
    }

    private static func next(
        _ words: [Substring], _ rest: inout ArraySlice<UInt8>
    ) -> EngineMessage? {
        guard words.count > 3, let head = Ordinal(engineText: words[1]),
            let place = Ordinal(engineText: words[2])
        else { return nil }
        if words[0] == "N" {
            guard let stamp = Int64(words[3]) else { return nil }
            let note = words[4...].joined(separator: " ")
            return EngineMessage(
                behind: head,
                EngineEntry(
                    at: place, Stamp(milliseconds: stamp),
                    EngineEntry.Act(note: Array(note.utf8))))
        }
        guard words[0] == "C", words.count == 12 || words.count == 14,
            let size = Int(words[11]), size <= rest.count, let stamp = Int64(words[10]),
            let record = EngineRecord(words, entry: size < 0 ? nil : Array(rest.prefix(size)))
        else { return nil }
        rest = rest.dropFirst(max(size, 0))
        return EngineMessage(
            behind: head,
            EngineEntry(at: place, Stamp(milliseconds: stamp), .change(record)))
    }
}

extension EngineRecord {
    /// The words of a message behind its two places: bucket, key, version, previous, change id,
    /// lease, removed.
    fileprivate init?(_ words: [Substring], entry: [UInt8]?) {
        guard let bucket = BucketName(String(words[3])), let key = ObjectKey(String(words[4])),
            let version = Int(words[5]).flatMap(EntityVersion.init),
            let id = ChangeID(String(words[7]))
        else { return nil }
        self.init(
            key, in: bucket, version: version, previous: Ordinal(engineText: words[6]), by: id,
            lease: Ordinal(engineText: words[8]), isRemoved: words[9] == "1", entry: entry)
        // Only where somebody else has a part in it.
        if words.count > 13 {
            (author, mirrored) = (UserID(named: words[12]), UserID(named: words[13]))
        }
    }
}

extension UserID {
    /// A word that names a user, behind a sign that no name has.
    init?(named word: some StringProtocol) {
        guard word.hasPrefix("=") else { return nil }
        self.init(String(word.dropFirst()))
    }
}
