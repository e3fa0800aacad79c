internal import SimperiumClock
internal import SimperiumWire

extension Statement {
    borrowing func bind(_ name: some Name, at parameter: Int32) throws(StorageError) {
        try bind(name.text, at: parameter)
    }

    borrowing func bind(_ number: Int, _ name: (some Name)?) throws(StorageError) {
        try bind(number, at: 1)
        try bind(name?.text, at: 2)
    }

    borrowing func run(_ number: Int, _ name: (some Name)?) throws(StorageError) {
        try bind(number, name)
        try run()
    }

    borrowing func bind(_ app: AppID, _ user: UserID) throws(StorageError) {
        try bind(app, at: 1)
        try bind(user, at: 2)
    }

    borrowing func bind(_ ordinal: SequenceNumber, at parameter: Int32) throws(StorageError) {
        try bind(ordinal.bytes.span, at: parameter)
    }

    borrowing func bind(_ ordinal: SequenceNumber?, at parameter: Int32) throws(StorageError) {
        if let ordinal { try bind(ordinal, at: parameter) } else { try bindNull(at: parameter) }
    }

    /// Returns a name. Throws if the column has no valid name, because only valid names are
    /// written.
    borrowing func name<Kind: Name>(in column: Int32) throws(StorageError) -> Kind {
        guard let name = text(in: column).flatMap(Kind.init) else { throw .implausible }
        return name
    }

    borrowing func nameIfAny<Kind: Name>(in column: Int32) throws(StorageError) -> Kind? {
        guard let text = text(in: column) else { return nil }
        guard let name = Kind(text) else { throw .implausible }
        return name
    }

    /// Binds change ids as one text, separated by spaces; NULL if there are none.
    borrowing func bind(all names: [ChangeID], at parameter: Int32) throws(StorageError) {
        let text = names.map(\.text).joined(separator: " ")
        try bind(text.isEmpty ? nil : text, at: parameter)
    }

    borrowing func changeIDs(in column: Int32) throws(StorageError) -> [ChangeID] {
        let words = (text(in: column) ?? "").split(separator: " ")
        let names = words.compactMap { ChangeID(String($0)) }
        guard names.count == words.count else { throw .implausible }
        return names
    }

    borrowing func ordinal(in column: Int32) throws(StorageError) -> SequenceNumber {
        guard let ordinal = try ordinalIfAny(in: column) else { throw .implausible }
        return ordinal
    }

    borrowing func ordinalIfAny(in column: Int32) throws(StorageError) -> SequenceNumber? {
        guard let bytes = bytes(in: column) else { return nil }
        guard let ordinal = SequenceNumber(bytes) else { throw .implausible }
        return ordinal
    }

    borrowing func version(in column: Int32) throws(StorageError) -> EntityVersion {
        guard let version = EntityVersion(try count(in: column)) else { throw .implausible }
        return version
    }

    borrowing func count(in column: Int32) throws(StorageError) -> Int {
        guard let number = number(in: column), number >= 0 else { throw .implausible }
        return number
    }

    borrowing func sharing(in column: Int32) throws(StorageError) -> SharedOriginalOrCopy? {
        guard let text = text(in: column) else { return nil }
        guard let sharing = SharedOriginalOrCopy(text: text) else { throw .implausible }
        return sharing
    }

    borrowing func serverTime(in column: Int32) throws(StorageError) -> ServerTime {
        ServerTime(milliseconds: Int64(try count(in: column)))
    }

    borrowing func requiredBytes(in column: Int32) throws(StorageError) -> [UInt8] {
        guard let bytes = bytes(in: column) else { throw .implausible }
        return bytes
    }
}

extension StorageError {
    /// The error for a value that this program would not have written.
    static let implausible = StorageError.damaged(reason: "a value makes no sense")
}

extension SequenceNumber {
    private static let length = 12

    /// An ordinal above those of all changes.
    static let last = SequenceNumber(epoch: .max, count: .max)

    /// The ordinal as big-endian bytes, which sort as ordinals do.
    fileprivate var bytes: InlineArray<12, UInt8> {
        InlineArray { index in
            index < 4
                ? UInt8(truncatingIfNeeded: epoch >> UInt32(24 - 8 * index))
                : UInt8(truncatingIfNeeded: count >> UInt64(88 - 8 * index))
        }
    }

    fileprivate init?(_ bytes: [UInt8]) {
        guard bytes.count == Self.length else { return nil }
        self.init(
            epoch: bytes[..<4].reduce(0) { $0 << 8 | UInt32($1) },
            count: bytes[4...].reduce(0) { $0 << 8 | UInt64($1) })
    }
}
