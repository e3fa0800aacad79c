/// The proxies that are believed when they say for whom they speak.
package struct TrustedProxies: Hashable, Sendable {
    private let ranges: [AddressRange]

    package init(_ ranges: [AddressRange] = []) {
        self.ranges = ranges
    }

    /// As they are written, for another process.
    package var texts: [String] { ranges.map(\.text) }
    package var isEmpty: Bool { ranges.isEmpty }

    /// Whether an address, as it travels, is a proxy's.
    package func contains(_ host: [UInt8]) -> Bool {
        ranges.contains { $0.contains(host) }
    }

    /// For whom a proxy passes a request on: the last address of `X-Forwarded-For` that is not a
    /// proxy's own, for what stands before that anybody may have written; the first, if all are
    /// proxies'. Nil if none is told.
    package func client(in fields: HTTPFields) -> [UInt8]? {
        let words = fields.values(of: "X-Forwarded-For").flatMap {
            $0.split(separator: ",").map(\.trimmed)
        }
        var client: [UInt8]?
        for word in words.reversed() {
            guard let host = HostNumber.bytes(told: word) else { return client }
            client = host
            if !contains(host) { break }
        }
        return client
    }
}

extension Substring {
    fileprivate var trimmed: Substring {
        var text = drop { $0 == " " || $0 == "\t" }
        while text.last == " " || text.last == "\t" { text.removeLast() }
        return text
    }
}
