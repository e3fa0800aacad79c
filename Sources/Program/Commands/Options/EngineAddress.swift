internal import Drawing

/// Where an engine is that many servers share: `redis://HOST`, with a port or without, and further
/// hosts behind commas, of which one is to be found at a time. `rediss://` is encrypted, and
/// `NAME@` in front of the hosts says as whom one comes.
package struct EngineAddress: Hashable, Sendable {
    package struct Place: Hashable, Sendable {
        package let host: String
        /// Nil for the usual one.
        package let port: UInt16?
    }

    private static let plainScheme = "redis://"
    private static let encryptedScheme = "rediss://"

    package let places: [Place]
    package let isEncrypted: Bool
    /// Nil for whom the engine takes those who say nothing.
    package let user: String?

    /// Nil if that is none. A password would be seen by everybody on the machine.
    init?(_ text: String) {
        isEncrypted = text.hasPrefix(Self.encryptedScheme)
        let scheme = isEncrypted ? Self.encryptedScheme : Self.plainScheme
        guard text.hasPrefix(scheme) else { return nil }
        var hosts = text.dropFirst(scheme.count)
        if let end = hosts.firstIndex(of: "@") {
            let name = hosts[..<end]
            guard !name.isEmpty, !name.contains(":"), !name.contains(" ") else { return nil }
            user = String(name)
            hosts = hosts[hosts.index(after: end)...]
        } else {
            user = nil
        }
        let parts = hosts.split(separator: ",", omittingEmptySubsequences: false)
        let places = parts.compactMap(Place.init)
        guard places.count == parts.count else { return nil }
        self.places = places
    }

    /// How one is named that is spoken to in secret.
    static let encryptedUsage = "\(Option.store.flag) \(encryptedScheme)HOST"

    /// Whether an engine is meant, and no file.
    static func isMeant(by text: String) -> Bool { text.holds("://") }
}

extension EngineAddress.Place: CustomStringConvertible {
    package var description: String { port.map { "\(host):\($0)" } ?? host }
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
        let isForeign = host.contains { $0 == "/" || $0 == " " || $0 == "@" }
        guard !host.isEmpty, !isForeign else { return nil }
        self.init(host: String(host), port: port)
    }
}
