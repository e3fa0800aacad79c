internal import SimperiumBytes
internal import SimperiumClock

/// A valid name in the protocol, such as a bucket's name or an object's key. Names are equal if
/// their bytes are equal. A type with ASCII names compares them as `String`, which is fast; other
/// types conform to `FreeTextName`.
package protocol Name: Hashable, Codable, Sendable, CustomStringConvertible {
    var text: String { get }

    init?(_ text: String)
}

extension Name {
    package var description: String { text }

    /// Creates a name from a text that is known to be valid; traps otherwise.
    package static func trappingIfInvalid(_ text: String) -> Self {
        guard let name = Self(text) else { preconditionFailure("\(text) is not a valid name") }
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

/// A name of any characters. It is compared byte by byte, because `String` equates some different
/// byte sequences.
package protocol FreeTextName: Name {}

extension FreeTextName {
    /// The text, shortened and quoted so that it is safe in a log.
    package var description: String { QuotedExcerpt(text.utf8Span.span).text }

    package static func == (left: Self, right: Self) -> Bool {
        left.text.utf8.elementsEqual(right.text.utf8)
    }

    package func hash(into hasher: inout Hasher) {
        for byte in text.utf8 { hasher.combine(byte) }
    }
}

/// The id of an app: 1 to 256 characters of `A-Za-z0-9._-`. It is converted to lower case, so that
/// no store has an app twice.
package struct AppID: Name {
    package let text: String

    package init?(_ text: String) {
        guard text.isName(upTo: Limits.appID, of: \.isPlain) else { return nil }
        self.text = text.lowercased()
    }
}

/// The name of an app's bucket: 1 to 64 characters of `A-Za-z0-9._%-`.
public struct BucketName: Name {
    /// The name as text.
    public let text: String

    /// Creates a name from a text; returns nil if it is empty or too long, or has other characters.
    public init?(_ text: String) {
        guard text.isName(upTo: Limits.bucketName, of: \.isBucketName) else { return nil }
        self.text = text
    }
}

/// The key of an object in a bucket: 1 to 256 characters of `A-Za-z0-9._%@-`. `.` and `..` are
/// excluded, because they have a special meaning in a URL's path.
public struct ObjectKey: Name {
    /// The key as text.
    public let text: String

    /// Creates a key from a text; returns nil if it is empty or too long, has other characters, or
    /// is `.` or `..`.
    public init?(_ text: String) {
        guard text.isName(upTo: Limits.objectKey, of: \.isObjectKey), text != ".", text != ".."
        else { return nil }
        self.text = text
    }
}

/// The id of a program on a device: any text of 1 to 256 bytes.
package struct ClientID: FreeTextName {
    package let text: String

    package init?(_ text: String) {
        guard text.isName(upTo: Limits.clientID, of: { _ in true }) else { return nil }
        self.text = text
    }
}

/// The id that an author gives a change (`ccid`): 1 to 256 characters of `A-Za-z0-9._-`. The
/// protocol requires hex digits, but node-simperium and go-simperium send UUIDs.
package struct ChangeID: Name {
    package let text: String

    package init?(_ text: String) {
        guard text.isName(upTo: Limits.changeID, of: \.isPlain) else { return nil }
        self.text = text
    }

    /// Returns the id that a change by `user` has in another user's bucket. The id depends on the
    /// author, because two users may choose the same id.
    package func authorQualified(of user: UserID) -> ChangeID {
        let digest = sha256(Array("\(user.text) \(text)".utf8))
        return .trappingIfInvalid("by-\(digest.hexText)")
    }
}

/// The position in an index where a page ends, in a form that the hub chooses.
package struct IndexPageEndMark: Name {
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

// The conformances of the public names. A public type must declare them itself, because the
// defaults have package access.

extension BucketName {
    public var description: String { text }

    public init(from decoder: any Decoder) throws {
        self = try Self.decoded(from: decoder)
    }

    public func encode(to encoder: any Encoder) throws {
        try encodeText(to: encoder)
    }
}

extension ObjectKey {
    public var description: String { text }

    public init(from decoder: any Decoder) throws {
        self = try Self.decoded(from: decoder)
    }

    public func encode(to encoder: any Encoder) throws {
        try encodeText(to: encoder)
    }
}

extension Token {
    public var description: String { "secret" }
    public var debugDescription: String { description }

    public static func == (left: Token, right: Token) -> Bool { left.constantTimeEquals(right) }

    public func hash(into hasher: inout Hasher) {
        hashText(into: &hasher)
    }

    public init(from decoder: any Decoder) throws {
        self = try Self.decoded(from: decoder)
    }

    public func encode(to encoder: any Encoder) throws {
        try encodeText(to: encoder)
    }
}

/// The number of a channel on a connection. Each channel is for one bucket.
package struct ChannelNumber: RawRepresentable, Hashable, Codable, Sendable {
    package let rawValue: UInt16

    package init(rawValue: UInt16) {
        self.rawValue = rawValue
    }
}
