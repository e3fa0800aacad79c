internal import Drawing

/// Where an engine is that many servers share: `redis://HOST`, with a port or without, and further
/// hosts behind commas, of which one is to be found at a time.
package struct EngineAddress: Hashable, Sendable {
    package struct Place: Hashable, Sendable {
        package let host: String
        /// Nil for the usual one.
        package let port: UInt16?
    }

    private static let scheme = "redis://"

    package let places: [Place]

    /// Nil if that is none. A password would be seen by everybody on the machine.
    init?(_ text: String) {
        guard text.hasPrefix(Self.scheme), !text.contains("@") else { return nil }
        let parts = text.dropFirst(Self.scheme.count).split(
            separator: ",", omittingEmptySubsequences: false)
        let places = parts.compactMap(Place.init)
        guard places.count == parts.count else { return nil }
        self.places = places
    }

    /// Whether an engine is meant, and no file.
    static func isMeant(by text: String) -> Bool { text.holds("://") }
}

extension EngineAddress.Place {
    fileprivate init?(_ text: Substring) {
        var host = text
        var port: UInt16?
        // The colons of an address of IPv6 are in brackets.
        if let colon = text.lastIndex(of: ":"), !text.hasSuffix("]") {
            guard let number = UInt16(text[text.index(after: colon)...]), number > 0 else {
                return nil
            }
            host = text[..<colon]
            port = number
        }
        if host.hasPrefix("["), host.hasSuffix("]") { host = host.dropFirst().dropLast() }
        guard !host.isEmpty, !host.contains("/"), !host.contains(" ") else { return nil }
        self.init(host: String(host), port: port)
    }
}
