package import SimperiumJSON

/// Why a frame is not a message. The peer is at fault, never this program.
package enum WireError: Error, Hashable, Codable, Sendable {
    /// A frame of so many bytes, which is more than its reader takes in.
    case tooLong(Int)
    case noColon(Quotation)
    /// Before the first colon: what should number a channel, and doesn't.
    case badChannel(Quotation)
    /// Something else after the command than belongs there.
    case badPayload(of: WireCommandName, Quotation)
    case badJSON(of: WireCommandName, JSONError)
    case badDiff(DiffError)
    case tooManyChanges
    /// A member that is missing, or is not what its name promises.
    case badMember(String, of: WireCommandName)
}

/// The beginning of what a peer wrote, fit for a log: short, and of printable ASCII.
package struct Quotation: Hashable, Codable, Sendable, CustomStringConvertible {
    package let text: String

    package init(_ bytes: Span<UInt8>) {
        var quoted: [UInt8] = []
        for index in 0..<min(bytes.count, Limits.quotation) { quoted.append(quoting: bytes[index]) }
        if bytes.count > Limits.quotation { quoted.append(contentsOf: "...".utf8) }
        text = String(decoding: quoted, as: UTF8.self)
    }

    /// For what may hold a secret: no more than its length.
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
        let digits = String(byte, radix: 16)
        append(contentsOf: (byte < 16 ? "\\x0" : "\\x").utf8)
        append(contentsOf: digits.utf8)
    }
}
