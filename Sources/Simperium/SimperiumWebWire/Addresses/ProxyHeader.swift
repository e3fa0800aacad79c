/// What a proxy says ahead of a connection that it passes on: whose it is. This is the PROXY
/// protocol of haproxy, versions 1 (a line of text) and 2 (bytes).
package struct ProxyHeader: Hashable, Sendable {
    /// What the first bytes of a connection are.
    package enum Finding: Hashable, Sendable {
        /// The beginning of a header, of which more must come.
        case incomplete
        /// No header.
        case absent
        case header(ProxyHeader)
        /// A header that can't be meant.
        case malformed
    }

    /// Where a client is.
    package struct Client: Hashable, Sendable {
        /// Four bytes or sixteen, as they travel.
        package let host: [UInt8]
        package let port: UInt16
    }

    /// Nil if the connection is the proxy's own, or of a kind that it can't tell.
    package let client: Client?
    /// How many bytes the header has.
    package let length: Int

    /// The most bytes that a header of version 2 may have: the address, and what else the proxy
    /// likes to tell.
    package static let longest = 2_048

    /// Says what a connection begins with.
    package static func find(in bytes: [UInt8]) -> Finding {
        if begins(bytes, like: ProxyBytes.signature) { return ProxyBytes.find(in: bytes) }
        if begins(bytes, like: ProxyLine.word) { return ProxyLine.find(in: bytes) }
        return .absent
    }

    private static func begins(_ bytes: [UInt8], like start: [UInt8]) -> Bool {
        zip(bytes, start).allSatisfy { $0 == $1 }
    }
}

/// Version 1: `PROXY TCP4 192.0.2.1 198.51.100.7 56324 443`, and the end of the line.
private enum ProxyLine {
    static let word = Array("PROXY ".utf8)
    /// With its end; nothing that is meant is longer.
    private static let longest = 107

    static func find(in bytes: [UInt8]) -> ProxyHeader.Finding {
        guard let end = bytes.prefix(longest).firstIndex(of: UInt8(ascii: "\n")) else {
            return bytes.count < longest ? .incomplete : .malformed
        }
        guard end > 0, bytes[end - 1] == UInt8(ascii: "\r"),
            let line = String(validating: bytes[..<(end - 1)], as: UTF8.self)
        else { return .malformed }
        let words = line.split(separator: " ", omittingEmptySubsequences: false)
        guard words.first == "PROXY", words.count > 1 else { return .malformed }
        if words[1] == "UNKNOWN" { return .header(ProxyHeader(client: nil, length: end + 1)) }
        guard let client = client(words) else { return .malformed }
        return .header(ProxyHeader(client: client, length: end + 1))
    }

    private static func client(_ words: [Substring]) -> ProxyHeader.Client? {
        guard words.count == 6, words[1] == "TCP4" || words[1] == "TCP6",
            let source = HostNumber.bytes(told: words[2]),
            HostNumber.bytes(told: words[3]) != nil, let port = port(words[4]),
            self.port(words[5]) != nil
        else { return nil }
        return ProxyHeader.Client(host: source, port: port)
    }

    private static func port(_ word: Substring) -> UInt16? {
        word.utf8.allSatisfy { 0x30...0x39 ~= $0 } ? UInt16(word) : nil
    }
}

/// Version 2: twelve bytes that nothing else begins with, a version, a family, a length; then two
/// addresses, two ports, and whatever the proxy adds.
private enum ProxyBytes {
    static let signature: [UInt8] = [
        0x0D, 0x0A, 0x0D, 0x0A, 0x00, 0x0D, 0x0A, 0x51, 0x55, 0x49, 0x54, 0x0A,
    ]
    private static let head = 16

    static func find(in bytes: [UInt8]) -> ProxyHeader.Finding {
        guard bytes.count >= head else { return .incomplete }
        let length = head + number(bytes, at: 14)
        guard bytes[12] >> 4 == 2, bytes[12] & 0xF < 2, length <= ProxyHeader.longest else {
            return .malformed
        }
        guard bytes.count >= length else { return .incomplete }
        // The proxy looks whether somebody is here, or passes on what has no such address.
        let isLocal = bytes[12] & 0xF == 0
        let size: Int
        switch bytes[13] {
        case 0x11: size = 4
        case 0x21: size = 16
        default: return .header(ProxyHeader(client: nil, length: length))
        }
        guard !isLocal else { return .header(ProxyHeader(client: nil, length: length)) }
        guard length >= head + 2 * size + 4 else { return .malformed }
        let host = HostNumber.plain(Array(bytes[head..<(head + size)]))
        let port = UInt16(number(bytes, at: head + 2 * size))
        return .header(
            ProxyHeader(client: ProxyHeader.Client(host: host, port: port), length: length))
    }

    private static func number(_ bytes: [UInt8], at index: Int) -> Int {
        Int(bytes[index]) << 8 | Int(bytes[index + 1])
    }
}
