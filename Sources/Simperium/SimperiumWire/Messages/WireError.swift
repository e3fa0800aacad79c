internal import SimperiumClock
package import SimperiumJSON

/// The reason that a frame can't be read. The fault is the peer's, never this program's.
package enum WireError: Error, Hashable, Codable, Sendable {
    /// The frame has this many bytes and exceeds a limit.
    case tooLong(Int)
    case noColon(QuotedExcerpt)
    /// The text before the first colon is not a valid channel number.
    case badChannel(QuotedExcerpt)
    case badPayload(of: WireCommandName, QuotedExcerpt)
    case badJSON(of: WireCommandName, JSONError)
    case badDiff(DiffError)
    case tooManyChanges
    /// A member is missing or has a bad value.
    case badMember(String, of: WireCommandName)
}

/// The beginning of a peer's text, safe for a log: short and in printable ASCII.
package struct QuotedExcerpt: Hashable, Codable, Sendable, CustomStringConvertible {
    package let text: String

    package init(_ bytes: Span<UInt8>, atMost limit: Int = Limits.quotation) {
        var quoted: [UInt8] = []
        for index in 0..<min(bytes.count, limit) { quoted.append(quoting: bytes[index]) }
        if bytes.count > limit { quoted.append(contentsOf: "...".utf8) }
        text = String(decoding: quoted, as: UTF8.self)
    }

    /// Creates an excerpt of only the length, because the bytes may contain a secret.
    package init(hiding bytes: Span<UInt8>) {
        text = "(\(bytes.count) bytes)"
    }

    package var description: String { text }
}

extension [UInt8] {
    fileprivate mutating func append(quoting byte: UInt8) {
        guard !(0x20...0x7E).contains(byte) || byte == UInt8(ascii: "\\") else {
            return append(byte)
        }
        append(contentsOf: "\\x\([byte].hexText)".utf8)
    }
}
