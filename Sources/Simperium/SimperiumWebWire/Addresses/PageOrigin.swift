/// The site that a page is from, as browsers write it: `https://example.org`, and a port if it is
/// not the usual one.
package struct PageOrigin: Hashable, Sendable {
    private let scheme: String
    let host: HostName
    private let port: Substring?

    /// Nil for all that is not written so, such as `null`.
    package init?(_ text: Substring) {
        guard let (scheme, rest) = text.cut(at: "://"), let host = HostName(rest),
            !scheme.isEmpty
        else { return nil }
        self.scheme = scheme.lowercased()
        self.host = host
        port = host.port
    }
}

/// A host as a request names it, with or without a port.
struct HostName: Hashable, Sendable {
    let name: String
    let port: Substring?

    /// Nil for what can't be one, such as what has a path behind it.
    init?(_ text: Substring) {
        let end =
            text.first == "["
            ? text.firstIndex(of: "]").map(text.index(after:)) : text.firstIndex(of: ":")
        let name = text[..<(end ?? text.endIndex)]
        let rest = text[(end ?? text.endIndex)...]
        guard !name.isEmpty, !name.utf8.contains(where: { "/?#@ ".utf8.contains($0) }),
            rest.isEmpty || rest.first == ":" && rest.dropFirst().utf8.allSatisfy(\.isDigit)
        else { return nil }
        self.name = name.lowercased()
        port = rest.isEmpty ? nil : rest.dropFirst()
    }

    /// Whether nothing but the machine itself can be meant.
    var isLoopback: Bool {
        if name == "localhost" || name.hasSuffix(".localhost") { return true }
        let number = name.first == "[" ? name.dropFirst().dropLast() : name[...]
        guard let bytes = HostNumber.bytes(of: number).map(HostNumber.plain) else { return false }
        return HostNumber.isLoopback(bytes)
    }
}
