/// Functions on numeric IP addresses: four or sixteen bytes in network order.
package enum NumericAddress {
    /// Parses a numeric address; returns nil for any other text.
    package static func bytes(of text: Substring) -> [UInt8]? {
        ipv4Bytes(text) ?? ipv6Bytes(text)
    }

    /// Parses an address that a proxy reports; returns nil for any other text. Brackets and a port
    /// are allowed. An IPv4 address mapped to IPv6 (`::ffff:192.0.2.1`) is returned as IPv4.
    package static func reportedBytes(told text: Substring) -> [UInt8]? {
        if text.first == "[" {
            return bytes(of: text.dropFirst().prefix { $0 != "]" }).map(unmapped)
        }
        if text.lowercased().hasPrefix("::ffff:"), let four = ipv4Bytes(text.dropFirst(7)) {
            return four
        }
        if let bytes = bytes(of: text) { return unmapped(bytes) }
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        return parts.count == 2 ? ipv4Bytes(parts[0]) : nil
    }

    /// Returns an IPv4 address that is mapped to IPv6 as IPv4, and any other address unchanged.
    package static func unmapped(_ bytes: [UInt8]) -> [UInt8] {
        let isMapped = bytes.count == 16 && bytes.prefix(12) == mappedStart[...]
        return isMapped ? Array(bytes.suffix(4)) : bytes
    }

    /// Returns the part of an address that limits apply to: all of IPv4, or the first half of IPv6.
    package static func subnetPrefix(of bytes: [UInt8]) -> [UInt8] {
        bytes.count == 16 ? Array(bytes.prefix(8)) : bytes
    }

    /// Returns true for an address that only this machine can reach.
    package static func isLoopback(_ bytes: [UInt8]) -> Bool {
        bytes.count == 4
            ? bytes[0] == 127 : bytes.dropLast().allSatisfy { $0 == 0 } && bytes.last == 1
    }

    /// Returns true if the text is an address that only this machine can reach.
    static func isLoopback(text: Substring) -> Bool {
        bytes(of: text).map { isLoopback(unmapped($0)) } ?? false
    }

    private static let mappedStart = [UInt8](repeating: 0, count: 10) + [0xFF, 0xFF]

    private static func ipv4Bytes(_ text: Substring) -> [UInt8]? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        let bytes = parts.compactMap { $0.number(atMost: 255) }.map { UInt8($0) }
        return parts.count == 4 && bytes.count == 4 ? bytes : nil
    }

    /// Parses an IPv6 address: groups of up to four hex digits, with `::` for a run of zero groups.
    /// Returns nil for any other text.
    private static func ipv6Bytes(_ text: Substring) -> [UInt8]? {
        guard let gap = text.split(at: "::") else {
            return groups(text).flatMap { $0.count == 16 ? $0 : nil }
        }
        guard let head = groups(gap.head), let tail = groups(gap.tail) else { return nil }
        let missing = 16 - head.count - tail.count
        return missing > 0 ? head + [UInt8](repeating: 0, count: missing) + tail : nil
    }

    private static func groups(_ text: Substring) -> [UInt8]? {
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
