/// A range of addresses with a common prefix: `203.0.113.7` alone, or `2001:db8::/32` with 2^96
/// addresses.
package struct AddressRange: Hashable, Codable, Sendable {
    /// An address in the range: four or sixteen bytes in network order.
    private let start: [UInt8]
    /// The number of leading bits that the addresses have in common.
    private let length: Int

    /// Parses a range; returns nil if the address or the length is invalid.
    package init?(_ text: Substring) {
        let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard let host = parts.first, let start = NumericAddress.bytes(of: host)
        else { return nil }
        self.start = start
        guard parts.count == 2 else {
            length = start.count * 8
            return
        }
        guard let length = parts[1].number(atMost: start.count * 8) else { return nil }
        self.length = length
    }

    /// The range as text with the length of its prefix.
    var text: String {
        guard start.count == 16 else {
            return start.map { String($0) }.joined(separator: ".") + "/\(length)"
        }
        let groups = stride(from: 0, to: 16, by: 2).map { index in
            String(Int(start[index]) << 8 | Int(start[index + 1]), radix: 16)
        }
        return groups.joined(separator: ":") + "/\(length)"
    }

    /// Returns true if the address, four or sixteen bytes in network order, is in the range.
    package func contains(_ host: [UInt8]) -> Bool {
        guard host.count == start.count else { return false }
        return zip(host, start).enumerated().allSatisfy { place, bytes in
            let ignored = 8 - min(max(length - 8 * place, 0), 8)
            return UInt16(bytes.0 ^ bytes.1) >> ignored == 0
        }
    }
}
