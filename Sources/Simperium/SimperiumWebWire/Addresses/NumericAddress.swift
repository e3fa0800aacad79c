/// Functions on numeric IP addresses: four or sixteen bytes in network order.
package enum NumericAddress {
    /// Parses a numeric address; returns nil for any other text.
    package static func bytes(of text: Substring) -> [UInt8]? {
        ipv4Bytes(text) ?? ipv6Bytes(text)
    }

    /// Parses an address that a proxy reports; returns nil for any other text. Brackets and a port
    /// are allowed. An IPv4 address mapped to IPv6 (`::ffff:192.0.2.1`) is returned as IPv4.
    package static func proxyReportedBytes(of text: Substring) -> [UInt8]? {
        let host = text.first == "[" ? text.dropFirst().prefix { $0 != "]" } : text
        if let bytes = bytes(of: host) { return unmapped(bytes) }
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        return parts.count == 2 ? ipv4Bytes(parts[0]) : nil
    }

    /// Returns the IPv4 address in an IPv4-mapped IPv6 address; returns any other address
    /// unchanged.
    package static func unmapped(_ bytes: [UInt8]) -> [UInt8] {
        let isMapped = bytes.count == 16 && bytes.prefix(12) == mappedStart[...]
        return isMapped ? Array(bytes.suffix(4)) : bytes
    }

    /// Returns the part of an address that limits apply to: all of IPv4, or the first half of IPv6.
    package static func addressOrIPv6Subnet(of bytes: [UInt8]) -> [UInt8] {
        bytes.count == 16 ? Array(bytes.prefix(8)) : bytes
    }

    /// Returns true for an address that only this machine can reach.
    package static func isLoopback(_ bytes: [UInt8]) -> Bool {
        bytes.count == 4
            ? bytes[0] == 127 : bytes.dropLast().allSatisfy { $0 == 0 } && bytes.last == 1
    }

    static func isLoopback(text: Substring) -> Bool {
        bytes(of: text).map { isLoopback(unmapped($0)) } ?? false
    }

    private static let mappedStart = [UInt8](repeating: 0, count: 10) + [0xFF, 0xFF]

    private static func ipv4Bytes(_ text: Substring) -> [UInt8]? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        // Some programs read a number with a leading zero as octal. Like inet_pton, this function
        // refuses it.
        guard parts.allSatisfy({ $0.first != "0" || $0 == "0" }) else { return nil }
        let bytes = parts.compactMap { $0.number(atMost: 255) }.map { UInt8($0) }
        return parts.count == 4 && bytes.count == 4 ? bytes : nil
    }

    /// Parses groups of up to four hex digits, with `::` for a run of zero groups. The last four
    /// bytes may have the form of IPv4.
    private static func ipv6Bytes(_ text: Substring) -> [UInt8]? {
        if text.contains("."), let colon = text.lastIndex(of: ":") {
            guard let tail = ipv4Bytes(text[colon...].dropFirst()),
                let bytes = ipv6Bytes("\(text[...colon])0:0")
            else { return nil }
            return Array(bytes.prefix(12)) + tail
        }
        guard let gap = text.split(at: "::") else {
            return ipv6GroupBytes(text).flatMap { $0.count == 16 ? $0 : nil }
        }
        guard let head = ipv6GroupBytes(gap.head), let tail = ipv6GroupBytes(gap.tail)
        else { return nil }
        let missing = 16 - head.count - tail.count
        return missing > 0 ? head + [UInt8](repeating: 0, count: missing) + tail : nil
    }

    private static func ipv6GroupBytes(_ text: Substring) -> [UInt8]? {
        guard !text.isEmpty else { return [] }
        var bytes: [UInt8] = []
        for group in text.split(separator: ":", omittingEmptySubsequences: false) {
            guard 1...4 ~= group.utf8.count, group.first?.isHexDigit == true,
                let number = UInt16(group, radix: 16)
            else { return nil }
            bytes += [UInt8(number >> 8), UInt8(number & 0xFF)]
        }
        return bytes
    }
}

extension Substring {
    /// Returns the number; nil unless it has one to three decimal digits and is at most `limit`.
    func number(atMost limit: Int) -> Int? {
        guard 1...3 ~= utf8.count, utf8.allSatisfy({ 0x30...0x39 ~= $0 }), let number = Int(self)
        else { return nil }
        return number <= limit ? number : nil
    }
}

/// A range of addresses: `203.0.113.7` alone, or `2001:db8::/32`.
package struct AddressRange: Hashable, Codable, Sendable {
    /// The lowest address in the range: four or sixteen bytes in network order.
    private let start: [UInt8]
    /// The number of leading bits that the addresses have in common.
    private let length: Int

    package init?(_ text: Substring) {
        let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard let host = parts.first, let bytes = NumericAddress.bytes(of: host)
        else { return nil }
        // A client's mapped address is compared as IPv4.
        let address = NumericAddress.unmapped(bytes)
        guard parts.count == 2 else {
            start = address
            length = address.count * 8
            return
        }
        let mapping = 8 * (bytes.count - address.count)
        guard let number = parts[1].number(atMost: bytes.count * 8), number >= mapping
        else { return nil }
        let common = number - mapping
        length = common
        // The other bits are cleared, so equal ranges are equal values.
        start = address.enumerated().map { place, byte in
            let ignored = Self.ignoredBits(inByte: place, ofRange: common)
            return UInt8(truncatingIfNeeded: (UInt16(byte) >> ignored) << ignored)
        }
    }

    /// The range in CIDR notation, such as `203.0.113.7/32`.
    var text: String {
        guard start.count == 16 else {
            return start.map { String($0) }.joined(separator: ".") + "/\(length)"
        }
        let groups = stride(from: 0, to: 16, by: 2).map { index in
            String(Int(start[index]) << 8 | Int(start[index + 1]), radix: 16)
        }
        return groups.joined(separator: ":") + "/\(length)"
    }

    package func contains(_ host: [UInt8]) -> Bool {
        guard host.count == start.count else { return false }
        return zip(host, start).enumerated().allSatisfy { place, bytes in
            let ignored = Self.ignoredBits(inByte: place, ofRange: length)
            return UInt16(bytes.0 ^ bytes.1) >> ignored == 0
        }
    }

    /// Returns the number of low bits of a byte that the addresses of a range need not have in
    /// common.
    private static func ignoredBits(inByte place: Int, ofRange length: Int) -> Int {
        8 - min(max(length - 8 * place, 0), 8)
    }
}

/// The proxies that are trusted to name the client of a connection or request.
package struct TrustedProxies: Hashable, Sendable {
    private let ranges: [AddressRange]

    package init(_ ranges: [AddressRange] = []) {
        self.ranges = ranges
    }

    /// The ranges as text, for another process.
    package var texts: [String] { ranges.map(\.text) }
    package var isEmpty: Bool { ranges.isEmpty }

    package func contains(_ host: [UInt8]) -> Bool {
        ranges.contains { $0.contains(host) }
    }

    /// Returns the last address in `X-Forwarded-For` that is not a trusted proxy's, because the
    /// client may have forged earlier ones. If all are trusted proxies', returns the first.
    /// Addresses before an unreadable entry are ignored. Returns nil if no address is left.
    package func forwardedClient(in fields: HTTPFields) -> [UInt8]? {
        let words = fields.values(of: "X-Forwarded-For").flatMap {
            $0.split(separator: ",").map(\.trimmingBlanks)
        }
        var client: [UInt8]?
        for word in words.reversed() {
            guard let host = NumericAddress.proxyReportedBytes(of: word) else { return client }
            client = host
            if !contains(host) { break }
        }
        return client
    }
}
