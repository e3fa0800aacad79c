internal import SimperiumClock
internal import SimperiumWire

/// How the values that a store keeps are written in columns, and read again.
extension Statement {
    borrowing func bind(_ name: some Name, at parameter: Int32) throws(StorageError) {
        try bind(name.text, at: parameter)
    }

    borrowing func bind(_ ordinal: Ordinal, at parameter: Int32) throws(StorageError) {
        try bind(ordinal.bytes, at: parameter)
    }

    borrowing func bind(_ ordinal: Ordinal?, at parameter: Int32) throws(StorageError) {
        try bind(ordinal?.bytes, at: parameter)
    }

    /// A name that is valid, as all that were written are.
    borrowing func name<Kind: Name>(in column: Int32) throws(StorageError) -> Kind {
        guard let name = text(in: column).flatMap(Kind.init) else { throw .implausible }
        return name
    }

    borrowing func nameIfAny<Kind: Name>(in column: Int32) throws(StorageError) -> Kind? {
        guard let text = text(in: column) else { return nil }
        guard let name = Kind(text) else { throw .implausible }
        return name
    }

    /// Names of which none has a blank in it; NULL if there is none.
    borrowing func bind(all names: [ChangeID], at parameter: Int32) throws(StorageError) {
        let text = names.map(\.text).joined(separator: " ")
        try bind(text.isEmpty ? nil : text, at: parameter)
    }

    borrowing func names(in column: Int32) throws(StorageError) -> [ChangeID] {
        let words = (text(in: column) ?? "").split(separator: " ")
        let names = words.compactMap { ChangeID(String($0)) }
        guard names.count == words.count else { throw .implausible }
        return names
    }

    borrowing func ordinal(in column: Int32) throws(StorageError) -> Ordinal {
        guard let ordinal = try ordinalIfAny(in: column) else { throw .implausible }
        return ordinal
    }

    borrowing func ordinalIfAny(in column: Int32) throws(StorageError) -> Ordinal? {
        guard let bytes = bytes(in: column) else { return nil }
        guard let ordinal = Ordinal(bytes) else { throw .implausible }
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

    borrowing func sharing(in column: Int32) throws(StorageError) -> Sharing? {
        guard let text = text(in: column) else { return nil }
        guard let sharing = Sharing(text: text) else { throw .implausible }
        return sharing
    }

    borrowing func stamp(in column: Int32) throws(StorageError) -> Stamp {
        Stamp(milliseconds: Int64(try count(in: column)))
    }

    borrowing func content(in column: Int32) throws(StorageError) -> [UInt8] {
        guard let bytes = bytes(in: column) else { throw .implausible }
        return bytes
    }
}

extension StorageError {
    /// A row holds what this program would not have written.
    static let implausible = StorageError.damaged(reason: "a value makes no sense")
}

extension Ordinal {
    private static let length = 12
    /// Behind everything that ever happens.
    static let last = Ordinal(epoch: .max, count: .max)

    /// Bytes that sort as the ordinals do.
    fileprivate var bytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(Self.length)
        for shift in stride(from: 24, through: 0, by: -8) {
            bytes.append(UInt8(truncatingIfNeeded: epoch >> UInt32(shift)))
        }
        for shift in stride(from: 56, through: 0, by: -8) {
            bytes.append(UInt8(truncatingIfNeeded: count >> UInt64(shift)))
        }
        return bytes
    }

    fileprivate init?(_ bytes: [UInt8]) {
        guard bytes.count == Self.length else { return nil }
        self.init(
            epoch: bytes[..<4].reduce(0) { $0 << 8 | UInt32($1) },
            count: bytes[4...].reduce(0) { $0 << 8 | UInt64($1) })
    }
}
