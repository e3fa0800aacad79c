/// A position in a bucket's history of changes (`cv`). It is opaque to clients.
package struct ChangeVersion: Name {
    package let text: String

    /// Creates a version; nil for an invalid text, and for `?`, the unknown version.
    package init?(_ text: String) {
        guard text.isName(upTo: Limits.changeVersion, of: \.isField), text != "?" else {
            return nil
        }
        self.text = text
    }

    /// Creates a version in this hub's form: 24 hex digits that sort in the order of the changes.
    /// `epoch` identifies a start of the hub, and `number` a change since that start.
    package init(epoch: UInt32, number: UInt64) {
        var digits: [UInt8] = []
        digits.reserveCapacity(24)
        digits.append(hex: UInt64(epoch), digits: 8)
        digits.append(hex: number, digits: 16)
        text = String(decoding: digits, as: UTF8.self)
    }

    /// The arguments of `init(epoch:number:)`; nil if the version does not have this hub's form.
    package var parts: (epoch: UInt32, number: UInt64)? {
        var high: UInt64 = 0
        var low: UInt64 = 0
        var count = 0
        for byte in text.utf8 {
            guard let digit = byte.lowerHex else { return nil }
            high = high << 4 | low >> 60
            low = low << 4 | digit
            count += 1
        }
        return count == 24 ? (UInt32(high), low) : nil
    }
}

extension [UInt8] {
    fileprivate mutating func append(hex number: UInt64, digits: Int) {
        for shift in stride(from: (digits - 1) * 4, through: 0, by: -4) {
            let digit = UInt8(number >> UInt64(shift) & 15)
            append(digit < 10 ? 0x30 + digit : 0x57 + digit)
        }
    }
}

extension UInt8 {
    fileprivate var lowerHex: UInt64? {
        if isDigit { return UInt64(self - 0x30) }
        return (0x61...0x66).contains(self) ? UInt64(self - 0x57) : nil
    }
}

/// The number of a change or a lease at a hub, unique and increasing. Each start of a hub has a new
/// epoch, so the count need not be stored. Clients receive the number of a change as a change
/// version.
package struct SequenceNumber: Hashable, Codable, Comparable, Sendable {
    package let epoch: UInt32
    package let count: UInt64

    /// The position of a bucket without changes; less than all other numbers.
    package static let zero = SequenceNumber(epoch: 0, count: 0)

    package init(epoch: UInt32, count: UInt64) {
        self.epoch = epoch
        self.count = count
    }

    /// Reads the number in a change version; nil if the version does not have this hub's form.
    package init?(_ changeVersion: ChangeVersion) {
        guard let parts = changeVersion.parts else { return nil }
        self.init(epoch: parts.epoch, count: parts.number)
    }

    package var changeVersion: ChangeVersion { ChangeVersion(epoch: epoch, number: count) }

    package static func < (left: SequenceNumber, right: SequenceNumber) -> Bool {
        (left.epoch, left.count) < (right.epoch, right.count)
    }
}

/// The position of a client in a bucket's history, as the client sends it with `cv:`.
package enum HistoryCursor: Hashable, Codable, Sendable {
    /// An empty `cv:`, which iOS sends for a bucket that was empty.
    case start
    case after(ChangeVersion)
    /// A text that is not a change version. The hub answers it like an unknown version.
    case unreadable

    package init(_ text: String) {
        self = text.isEmpty ? .start : ChangeVersion(text).map(HistoryCursor.after) ?? .unreadable
    }

    var text: String {
        switch self {
        case .start: ""
        case .after(let version): version.text
        case .unreadable: "?"
        }
    }
}
