/// A text that names something. It is valid from the moment it is made.
///
/// Names are told apart byte by byte. Those of ASCII leave that to `String`, which for such texts
/// compares and hashes plain bytes: no two spellings of one name, and no time lost on Unicode.
package protocol Name: Hashable, Codable, Sendable, CustomStringConvertible {
    var text: String { get }

    init?(_ text: String)
}

extension Name {
    package var description: String { text }

    /// Returns a name that is written in the program, or was one before.
    package static func known(_ text: String) -> Self {
        guard let name = Self(text) else { preconditionFailure("\(text) names nothing") }
        return name
    }

    package init(from decoder: any Decoder) throws {
        self = try Self.decoded(from: decoder)
    }

    package func encode(to encoder: any Encoder) throws {
        try encodeText(to: encoder)
    }

    static func decoded(from decoder: any Decoder) throws -> Self {
        let container = try decoder.singleValueContainer()
        guard let name = Self(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "is not a name of its kind")
        }
        return name
    }

    func encodeText(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}

/// A name of any characters, where `String` would take different bytes for equal.
package protocol FreeName: Name {}

extension FreeName {
    /// For logs, where it can't do any harm.
    package var description: String { Quotation(text.utf8Span.span).text }

    package static func == (left: Self, right: Self) -> Bool {
        left.text.utf8.elementsEqual(right.text.utf8)
    }

    package func hash(into hasher: inout Hasher) {
        for byte in text.utf8 { hasher.combine(byte) }
    }
}

/// An app on a server: up to 256 of `A-Za-z0-9._-`. Capitals make no difference, and are not kept,
/// so that no store takes one app for two.
package struct AppID: Name {
    package let text: String

    package init?(_ text: String) {
        guard text.isName(upTo: Limits.appID, of: \.isPlain) else { return nil }
        self.text = text.lowercased()
    }
}

/// A bucket of an app: up to 64 of `A-Za-z0-9._%-`.
public struct BucketName: Name {
    public let text: String

    public init?(_ text: String) {
        guard text.isName(upTo: Limits.bucketName, of: \.isBucketName) else { return nil }
        self.text = text
    }
}

/// An object in a bucket: up to 256 of `A-Za-z0-9._%@-`.
public struct ObjectKey: Name {
    public let text: String

    public init?(_ text: String) {
        guard text.isName(upTo: Limits.objectKey, of: \.isObjectKey) else { return nil }
        self.text = text
    }
}

/// A program that syncs, on one device: any text up to 256 bytes long.
package struct ClientID: FreeName {
    package let text: String

    package init?(_ text: String) {
        guard text.isName(upTo: Limits.clientID, of: { _ in true }) else { return nil }
        self.text = text
    }
}

/// A change, named by its author before it is sent (`ccid`): up to 256 of `A-Za-z0-9._-`.
///
/// The protocol's list of types asks for hex digits; node and go send UUIDs with dashes.
package struct ChangeID: Name {
    package let text: String

    package init?(_ text: String) {
        guard text.isName(upTo: Limits.changeID, of: \.isPlain) else { return nil }
        self.text = text
    }
}

/// A page's end in an index, where the next one begins: whatever its hub likes to call it.
package struct IndexMark: Name {
    package let text: String

    package init?(_ text: String) {
        guard text.isName(upTo: Limits.indexMark, of: \.isField) else { return nil }
        self.text = text
    }
}

extension String {
    func isName(upTo longest: Int, of isAllowed: (UInt8) -> Bool) -> Bool {
        let bytes = utf8Span.span
        guard (1...longest).contains(bytes.count) else { return false }
        for index in bytes.indices where !isAllowed(bytes[index]) { return false }
        return true
    }
}

extension UInt8 {
    fileprivate var isBucketName: Bool { isPlain || self == UInt8(ascii: "%") }
    fileprivate var isObjectKey: Bool { isBucketName || self == UInt8(ascii: "@") }
}

extension ChangeID {
    /// By which a change is known where it is another user's than the bucket: two users may have
    /// given one id to two changes.
    package func known(of user: UserID) -> ChangeID {
        let digest = SHA256.digest(of: Array("\(user.text) \(text)".utf8))
        let hex = digest.map { byte in
            let digits = String(byte, radix: 16)
            return byte < 16 ? "0\(digits)" : digits
        }
        guard let id = ChangeID("by-\(hex.joined())") else {
            preconditionFailure("hex digits are good for an id")
        }
        return id
    }
}
