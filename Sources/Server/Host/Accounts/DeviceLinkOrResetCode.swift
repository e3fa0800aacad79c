internal import SimperiumBytes

/// A code that links a device, or lets a user set a new password. For a link, one device shows the
/// code, and the user types the code into the other device. A code has ten characters from an
/// alphabet of 32 without look-alikes.
struct DeviceLinkOrResetCode: Hashable, Sendable {
    static let length = 10
    /// The length of the prefix that identifies an open link code. A wrong code with this prefix
    /// counts as a failed try for the open code.
    private static let lookupPrefixLength = 4
    private static let letters = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ")

    private static let lookAlikes: [Character: Character] = ["O": "0", "I": "1", "L": "1"]

    let text: String

    init(randomBytes: [UInt8]) {
        precondition(randomBytes.count == Self.length)
        text = String(randomBytes.map { Self.letters[Int($0 & 31)] })
    }

    /// Reads a typed code. Lower-case letters, blanks, dashes, and letters that look like digits
    /// are allowed. Returns nil if the code is not valid.
    init?(_ typed: String) {
        let kept = typed.uppercased().filter { $0 != " " && $0 != "-" }
            .map { Self.lookAlikes[$0] ?? $0 }
        guard kept.count == Self.length, kept.allSatisfy(Self.letters.contains) else { return nil }
        text = String(kept)
    }

    var lookupPrefix: String { String(text.prefix(Self.lookupPrefixLength)) }

    /// Compares in constant time, so that the time does not show how many characters are right.
    static func == (left: DeviceLinkOrResetCode, right: DeviceLinkOrResetCode) -> Bool {
        constantTimeEquals(Array(left.text.utf8), Array(right.text.utf8))
    }
}
