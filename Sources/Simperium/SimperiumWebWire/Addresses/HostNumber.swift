/// Addresses of machines in numbers: four bytes or sixteen, as they travel.
package enum HostNumber {
    /// Nil if that is no address in numbers.
    package static func bytes(of text: Substring) -> [UInt8]? {
        fourBytes(text) ?? sixteenBytes(text)
    }

    /// One that a proxy tells of: with brackets or a port, if it likes, and an IPv4 address that is
    /// written as one of IPv6 (`::ffff:192.0.2.1`) as what it is.
    package static func bytes(told text: Substring) -> [UInt8]? {
        if text.first == "[" {
            return bytes(of: text.dropFirst().prefix { $0 != "]" }).map(plain)
        }
        if text.lowercased().hasPrefix("::ffff:"), let four = fourBytes(text.dropFirst(7)) {
            return four
        }
        if let bytes = bytes(of: text) { return plain(bytes) }
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        return parts.count == 2 ? fourBytes(parts[0]) : nil
    }

    /// An address as it is counted: one of IPv4 in IPv6's clothes is taken out of them.
    package static func plain(_ bytes: [UInt8]) -> [UInt8] {
        let isMapped = bytes.count == 16 && bytes.prefix(12) == mappedStart[...]
        return isMapped ? Array(bytes.suffix(4)) : bytes
    }

    /// What counts as one address: an IPv4 address, or the first half of an IPv6 one.
    package static func prefix(of bytes: [UInt8]) -> [UInt8] {
        bytes.count == 16 ? Array(bytes.prefix(8)) : bytes
    }

    /// Whether only the machine itself can reach it.
    package static func isLoopback(_ bytes: [UInt8]) -> Bool {
        bytes.count == 4
            ? bytes[0] == 127 : bytes.dropLast().allSatisfy { $0 == 0 } && bytes.last == 1
    }

    private static let mappedStart = [UInt8](repeating: 0, count: 10) + [0xFF, 0xFF]

    private static func fourBytes(_ text: Substring) -> [UInt8]? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        let bytes = parts.compactMap { $0.number(atMost: 255) }.map { UInt8($0) }
        return parts.count == 4 && bytes.count == 4 ? bytes : nil
    }

    /// Eight groups of four digits; two colons stand for all groups of zeroes in a row.
    private static func sixteenBytes(_ text: Substring) -> [UInt8]? {
        guard let gap = text.cut(at: "::") else {
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
    /// What it says in decimal digits, three of them or fewer.
    func number(atMost limit: Int) -> Int? {
        guard 1...3 ~= utf8.count, utf8.allSatisfy({ 0x30...0x39 ~= $0 }), let number = Int(self)
        else { return nil }
        return number <= limit ? number : nil
    }
}
