package import SimperiumWebWire

extension WebAddress {
    /// Reads where a lobby is, as people write it: `play.example`, `10.0.0.5:9000`, or a whole URL.
    ///
    /// Without a scheme our own port goes without saying. A path is where the server lives; that of
    /// the lobby's app goes below it.
    package static func lobby(at text: String) throws(Flaw) -> WebAddress {
        try WebAddress(isBare(text) ? withUsualPort(text) : text)
    }

    /// The lobby of a server on this machine.
    package static func lobby(at endpoint: Endpoint) -> WebAddress {
        do throws(Flaw) {
            return try WebAddress(endpoint.description)
        } catch {
            preconditionFailure("our own address can't be read: \(endpoint)")
        }
    }

    private static func isBare(_ text: String) -> Bool {
        !zip(text, text.dropFirst()).contains { $0 == "/" && $1 == "/" }
    }

    private static func withUsualPort(_ text: String) -> String {
        let authority = text.prefix { !"/?#".contains($0) }
        let afterBrackets = authority.split(separator: "]", omittingEmptySubsequences: false).last
        guard !authority.isEmpty, afterBrackets?.contains(":") != true else { return text }
        return "\(authority):\(Endpoint.usual.port)\(text.dropFirst(authority.count))"
    }
}
