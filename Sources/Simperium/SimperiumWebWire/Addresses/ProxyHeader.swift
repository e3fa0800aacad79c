/// The header that a proxy sends before a connection's own bytes, with the client's address. The
/// format is haproxy's PROXY protocol, version 1 (a line of text) or 2 (binary).
package struct ProxyHeader: Hashable, Sendable {
    package enum SearchResult: Hashable, Sendable {
        /// The bytes are only the beginning of a header.
        case incomplete
        case absent
        case header(ProxyHeader)
        /// The bytes begin like a header, but are not valid.
        case malformed
    }

    package struct ClientAddress: Hashable, Sendable {
        /// The numeric address: four or sixteen bytes in network order.
        package let host: [UInt8]
        package let port: UInt16
    }

    /// The client; nil for the proxy's own connection or an unsupported address family.
    package let client: ClientAddress?
    /// The length of the header in bytes.
    package let length: Int

    /// The length in bytes of the longest accepted header of version 2, with the proxy's additions.
    package static let longest = 2_048

    package static func search(in bytes: [UInt8]) -> SearchResult {
        if beginsSoFar(bytes, like: ProxyHeaderV2.signature) {
            return ProxyHeaderV2.search(in: bytes)
        }
        if beginsSoFar(bytes, like: ProxyHeaderV1.word) { return ProxyHeaderV1.search(in: bytes) }
        return .absent
    }

    private static func beginsSoFar(_ bytes: [UInt8], like start: [UInt8]) -> Bool {
        zip(bytes, start).allSatisfy { $0 == $1 }
    }
}

/// Version 1: a line such as `PROXY TCP4 192.0.2.1 198.51.100.7 56324 443`.
private enum ProxyHeaderV1 {
    static let word = Array("PROXY ".utf8)
    /// The length in bytes of the longest valid line, including its CR LF.
    private static let longest = 107

    static func search(in bytes: [UInt8]) -> ProxyHeader.SearchResult {
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

    private static func client(_ words: [Substring]) -> ProxyHeader.ClientAddress? {
        guard words.count == 6, words[1] == "TCP4" || words[1] == "TCP6",
            let source = NumericAddress.proxyReportedBytes(of: words[2]),
            NumericAddress.proxyReportedBytes(of: words[3]) != nil, let port = port(words[4]),
            self.port(words[5]) != nil
        else { return nil }
        return ProxyHeader.ClientAddress(host: source, port: port)
    }

    private static func port(_ word: Substring) -> UInt16? {
        word.utf8.allSatisfy { 0x30...0x39 ~= $0 } ? UInt16(word) : nil
    }
}

/// Version 2: a signature of twelve bytes, the version, the address family and the length; then two
/// addresses, two ports, and the proxy's additions.
private enum ProxyHeaderV2 {
    static let signature: [UInt8] = [
        0x0D, 0x0A, 0x0D, 0x0A, 0x00, 0x0D, 0x0A, 0x51, 0x55, 0x49, 0x54, 0x0A,
    ]
    private static let head = 16
    /// The sizes in bytes of the addresses of TCP over IPv4 and over IPv6.
    private static let addressSizes: [UInt8: Int] = [0x11: 4, 0x21: 16]

    static func search(in bytes: [UInt8]) -> ProxyHeader.SearchResult {
        guard bytes.count >= head else { return .incomplete }
        let length = head + bigEndianUInt16(bytes, at: 14)
        guard bytes[12] >> 4 == 2, bytes[12] & 0xF < 2, length <= ProxyHeader.longest else {
            return .malformed
        }
        guard bytes.count >= length else { return .incomplete }
        // Any other command is a health check by the proxy, and any other family is not supported.
        guard bytes[12] & 0xF == 1, let size = addressSizes[bytes[13]] else {
            return .header(ProxyHeader(client: nil, length: length))
        }
        guard length >= head + 2 * size + 4 else { return .malformed }
        let host = NumericAddress.unmapped(Array(bytes[head..<(head + size)]))
        let port = UInt16(bigEndianUInt16(bytes, at: head + 2 * size))
        return .header(
            ProxyHeader(client: ProxyHeader.ClientAddress(host: host, port: port), length: length))
    }

    private static func bigEndianUInt16(_ bytes: [UInt8], at index: Int) -> Int {
        Int(bytes[index]) << 8 | Int(bytes[index + 1])
    }
}
