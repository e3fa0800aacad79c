internal import SimperiumJSON
internal import SimperiumWire

/// The stored form of a long object's body: the number of a *base*, and the edits that turn the
/// base into the body. A base is a whole body in a row of its own.
///
/// So an edit of a long text writes few bytes. `StoredBodyEdits` reads the form. A body that is
/// stored whole is JSON, and its first byte, a brace, differs from the first byte of the form.
struct BodyAsEdits {
    /// The length in bytes of the shortest body that is stored in this form. The form is always
    /// shorter than this.
    static let leastLength = 4_096
    /// The limits on the number of edits and on the size of the form. Each read of the body applies
    /// all edits.
    private static let most = (edits: 128, bytes: 2_048)
    fileprivate static let mark: UInt8 = 1

    /// The form without the last edit, which the next edit may extend.
    private var earlier: [UInt8]
    private var last: BodyEdit?
    private var editCount = 0

    /// Creates the form of a body that is equal to its base. `checksum` is that of the base's body.
    init(base: Int, checksum: Int64) {
        earlier = [Self.mark]
        earlier.appendVarint(base)
        for shift in stride(from: 0, to: 64, by: 8) {
            earlier.append(UInt8(truncatingIfNeeded: checksum >> Int64(shift)))
        }
    }

    /// Adds an edit. Returns false and changes nothing if there would be too many edits or bytes.
    mutating func append(_ edit: BodyEdit) -> Bool {
        guard earlier.count + edit.inserted.count < Self.most.bytes else { return false }
        guard let before = last else {
            (last, editCount) = (edit, 1)
            return true
        }
        if let joined = before.joinedIfTouching(edit) {
            guard earlier.count + joined.inserted.count < Self.most.bytes else { return false }
            last = joined
        } else {
            guard editCount < Self.most.edits,
                earlier.count + before.inserted.count + edit.inserted.count < Self.most.bytes
            else { return false }
            earlier.appendStoredForm(of: before)
            (last, editCount) = (edit, editCount + 1)
        }
        return true
    }

    var bytes: [UInt8] {
        var bytes = earlier
        if let last { bytes.appendStoredForm(of: last) }
        return bytes
    }
}

/// A stored body in the form of `BodyAsEdits`, read from the store.
struct StoredBodyEdits {
    private static let longestVarint = 9

    /// The number of the base.
    let base: Int
    /// The checksum of the base's body.
    let checksum: Int64
    private let edits: [BodyEdit]

    /// Reads a stored body; returns nil for a body that is stored whole. Throws if the form is not
    /// valid.
    init?(_ bytes: [UInt8]) throws(StorageError) {
        guard bytes.first == BodyAsEdits.mark else { return nil }
        var rest = bytes[1...]
        base = try rest.readVarint()
        let sum = try rest.readBytes(8).reversed().reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
        checksum = Int64(bitPattern: sum)
        var edits: [BodyEdit] = []
        while !rest.isEmpty {
            let (start, removed) = (try rest.readVarint(), try rest.readVarint())
            let count = try rest.readVarint()
            edits.append(
                BodyEdit(
                    start: start, removed: removed, inserted: [UInt8](try rest.readBytes(count))))
        }
        self.edits = edits
    }

    /// Returns the number of the base of a stored body; nil for a body that is stored whole, or
    /// that is not valid.
    static func baseNumber(of bytes: some Collection<UInt8>) -> Int? {
        guard bytes.first == BodyAsEdits.mark else { return nil }
        var rest = [UInt8](bytes.dropFirst().prefix(longestVarint))[...]
        return try? rest.readVarint()
    }

    /// Returns the whole body; nil if the edits do not fit the base.
    func body(from base: [UInt8]) -> [UInt8]? {
        var body = base
        if let last = edits.last { body.reserveCapacity(base.count + last.inserted.count * 2) }
        for edit in edits {
            guard edit.start <= body.count, edit.removed <= body.count - edit.start else {
                return nil
            }
            body.replaceSubrange(edit.start..<edit.start + edit.removed, with: edit.inserted)
        }
        return body
    }
}

/// The replacement of a range of bytes.
struct BodyEdit: Hashable {
    let start: Int
    let removed: Int
    let inserted: [UInt8]
}

extension BodyEdit {
    /// Creates the smallest edit that turns `old` into `new`.
    init(from old: [UInt8], to new: [UInt8]) {
        let (start, end) = old.commonPrefixAndSuffixCounts(with: new)
        self.init(
            start: start, removed: old.count - start - end,
            inserted: [UInt8](new[start..<new.count - end]))
    }

    /// Returns both edits as one. Returns nil unless `next` starts within the bytes that this edit
    /// inserted, or at their end.
    func joinedIfTouching(_ next: BodyEdit) -> BodyEdit? {
        let offset = next.start - start
        guard (0...inserted.count).contains(offset) else { return nil }
        let replaced = min(next.removed, inserted.count - offset)
        var joined = inserted
        joined.replaceSubrange(offset..<offset + replaced, with: next.inserted)
        return BodyEdit(start: start, removed: removed + next.removed - replaced, inserted: joined)
    }
}

extension [UInt8] {
    fileprivate mutating func appendStoredForm(of edit: BodyEdit) {
        appendVarint(edit.start)
        appendVarint(edit.removed)
        appendVarint(edit.inserted.count)
        append(contentsOf: edit.inserted)
    }

    /// Appends a number, seven bits in each byte, the lowest first.
    fileprivate mutating func appendVarint(_ number: Int) {
        var rest = UInt64(number)
        while rest >= 0x80 {
            append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        append(UInt8(rest))
    }
}

extension ArraySlice<UInt8> {
    fileprivate mutating func readVarint() throws(StorageError) -> Int {
        var number: UInt64 = 0
        for shift in stride(from: 0, to: 63, by: 7) {
            guard let byte = popFirst() else { throw .implausible }
            number |= UInt64(byte & 0x7F) << UInt64(shift)
            if byte < 0x80 { return Int(number) }
        }
        throw .implausible
    }

    fileprivate mutating func readBytes(_ count: Int) throws(StorageError) -> ArraySlice<UInt8> {
        guard count <= self.count else { throw .implausible }
        defer { removeFirst(count) }
        return prefix(count)
    }
}

/// The last bodies of long objects, kept so that the next bodies can be stored as edits. The next
/// body of an object that is not in the cache gets a new base.
struct LongBodyCache {
    struct ObjectID: Hashable {
        let bucket: Int
        let key: ObjectKey
    }

    /// The limit on the bytes of bodies in the cache. A cache that would exceed it is emptied. Most
    /// bodies share their memory with the hub's cache.
    private static let mostBytes = 16 << 20

    private var bodies: [ObjectID: (form: BodyAsEdits, body: [UInt8])] = [:]
    private var bytes = 0

    mutating func insert(_ body: [UInt8], as form: BodyAsEdits, of object: ObjectID) {
        remove(object)
        if bytes + body.count > Self.mostBytes { self = LongBodyCache() }
        bodies[object] = (form, body)
        bytes += body.count
    }

    mutating func remove(_ object: ObjectID) {
        guard !bodies.isEmpty, let known = bodies.removeValue(forKey: object) else { return }
        bytes -= known.body.count
    }

    /// Replaces the body of an object, and returns the stored form of the new body. Returns nil and
    /// changes nothing if the body needs a new base.
    mutating func updateReturningEdits(of object: ObjectID, to body: [UInt8]) -> [UInt8]? {
        guard let index = bodies.index(forKey: object) else { return nil }
        let before = bodies.values[index].body
        guard bodies.values[index].form.append(BodyEdit(from: before, to: body)) else { return nil }
        bodies.values[index].body = body
        bytes += body.count - before.count
        let stored = bodies.values[index].form.bytes
        if bytes > Self.mostBytes { self = LongBodyCache() }
        return stored
    }
}
