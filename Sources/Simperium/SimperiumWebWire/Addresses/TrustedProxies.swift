/// The proxies that are trusted to name the client of a connection or request.
package struct TrustedProxies: Hashable, Sendable {
    private let ranges: [AddressRange]

    package init(_ ranges: [AddressRange] = []) {
        self.ranges = ranges
    }

    /// The ranges as text, for another process.
    package var texts: [String] { ranges.map(\.text) }
    package var isEmpty: Bool { ranges.isEmpty }

    /// Returns true if the address, in network order, is a trusted proxy's.
    package func contains(_ host: [UInt8]) -> Bool {
        ranges.contains { $0.contains(host) }
    }

    /// Returns the client of a request: the last address in `X-Forwarded-For` that is not a trusted
    /// proxy's. The client may have forged the addresses before it. If all are trusted proxies',
    /// returns the first; nil if there is none. The search from the end stops at an unreadable
    /// address.
    package func forwardedClient(in fields: HTTPFields) -> [UInt8]? {
        let words = fields.values(of: "X-Forwarded-For").flatMap {
            $0.split(separator: ",").map(\.trimmingBlanks)
        }
        var client: [UInt8]?
        for word in words.reversed() {
            guard let host = NumericAddress.reportedBytes(told: word) else { return client }
            client = host
            if !contains(host) { break }
        }
        return client
    }
}
