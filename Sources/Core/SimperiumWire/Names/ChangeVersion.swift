/// A bucket's place in its history of changes (`cv`): opaque to clients, whatever the hub.
package struct ChangeVersion: Name {
    package let text: String

    /// Nil for `?`, too, by which a hub says that it knows no such place.
    package init?(_ text: String) {
        guard text.isName(upTo: Limits.changeVersion, of: \.isField), text != "?" else {
            return nil
        }
        self.text = text
    }

    /// As our hub numbers changes: 24 hex digits that sort as they were made.
    ///
    /// `epoch` tells one life of a store from another, `number` the changes within it.
    package init(epoch: UInt32, number: UInt64) {
        var digits: [UInt8] = []
        digits.reserveCapacity(24)
        digits.append(hex: UInt64(epoch), digits: 8)
        digits.append(hex: number, digits: 16)
        text = String(decoding: digits, as: UTF8.self)
    }

    /// What `init(epoch:number:)` was given, or nil if somebody else made this.
    package var place: (epoch: UInt32, number: UInt64)? {
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

/// Where a client's knowledge of a bucket ends, as it says in `cv:`.
package enum Cursor: Hashable, Codable, Sendable {
    /// `cv:` with nothing after it, as iOS has it for a bucket that was empty.
    case start
    case after(ChangeVersion)
    /// What can't be a change version. It is answered like one that the hub doesn't know.
    case unreadable
}

extension Cursor {
    package init(_ text: String) {
        self = text.isEmpty ? .start : ChangeVersion(text).map(Cursor.after) ?? .unreadable
    }

    var text: String {
        switch self {
        case .start: ""
        case .after(let version): version.text
        case .unreadable: "?"
        }
    }
}

extension [UInt8] {
    fileprivate mutating func append(hex number: UInt64, digits: Int) {
        for place in stride(from: (digits - 1) * 4, through: 0, by: -4) {
            let digit = UInt8(number >> UInt64(place) & 15)
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
