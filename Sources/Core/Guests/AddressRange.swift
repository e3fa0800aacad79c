/// All addresses that begin alike: `203.0.113.7` alone, or `2001:db8::/32` with 2^96 of them.
package struct AddressRange: Hashable, Codable, Sendable {
    /// Four bytes or sixteen, as they travel.
    private let start: [UInt8]
    /// How many of its bits an address must have in common with it.
    private let length: Int

    /// Nil if that is no address in numbers, or no length of one.
    package init?(_ text: Substring) {
        let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard let host = parts.first, let start = Self.fourBytes(host) ?? Self.sixteenBytes(host)
        else { return nil }
        self.start = start
        guard parts.count == 2 else {
            length = start.count * 8
            return
        }
        guard let length = parts[1].number(atMost: start.count * 8) else { return nil }
        self.length = length
    }

    /// Whether an address, as it travels, is one of them.
    package func contains(_ host: [UInt8]) -> Bool {
        guard host.count == start.count else { return false }
        return zip(host, start).enumerated().allSatisfy { index, bytes in
            let ignored = 8 - min(max(length - 8 * index, 0), 8)
            return UInt16(bytes.0 ^ bytes.1) >> ignored == 0
        }
    }

    private static func fourBytes(_ text: Substring) -> [UInt8]? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        let bytes = parts.compactMap { $0.number(atMost: 255) }.map { UInt8($0) }
        return parts.count == 4 && bytes.count == 4 ? bytes : nil
    }

    /// Eight groups of four digits; two colons stand for all groups of zeroes in a row.
    private static func sixteenBytes(_ text: Substring) -> [UInt8]? {
        guard let gap = text.firstRange(of: "::") else {
            return groups(text).flatMap { $0.count == 16 ? $0 : nil }
        }
        guard let head = groups(text[..<gap.lowerBound]), let tail = groups(text[gap.upperBound...])
        else { return nil }
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
    fileprivate func number(atMost limit: Int) -> Int? {
        guard 1...3 ~= utf8.count, utf8.allSatisfy({ 0x30...0x39 ~= $0 }), let number = Int(self)
        else { return nil }
        return number <= limit ? number : nil
    }
}
