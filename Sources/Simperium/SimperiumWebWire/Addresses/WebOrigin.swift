/// The origin of a web page, as browsers send it: `https://example.org:8443`.
package struct WebOrigin: Hashable, Sendable {
    private let scheme: String
    let host: HostWithOptionalPort
    private let port: Substring?

    /// Parses an origin; returns nil for any other form, such as `null`.
    package init?(_ text: Substring) {
        guard let (scheme, rest) = text.split(at: "://"), let host = HostWithOptionalPort(rest),
            !scheme.isEmpty
        else { return nil }
        self.scheme = scheme.lowercased()
        self.host = host
        port = host.port
    }
}

struct HostWithOptionalPort: Hashable, Sendable {
    let name: String
    let port: Substring?

    /// Parses a host; returns nil if the name or the port is invalid, for example because a path
    /// follows.
    init?(_ text: Substring) {
        var end = text.firstIndex(of: ":") ?? text.endIndex
        if text.first == "[" {
            guard let bracket = text.firstIndex(of: "]") else { return nil }
            end = text.index(after: bracket)
        }
        let name = text[..<end]
        let rest = text[end...]
        guard !name.isEmpty, !name.utf8.contains(where: { "/?#@ ".utf8.contains($0) }),
            rest.isEmpty || rest.first == ":" && rest.dropFirst().utf8.allSatisfy(\.isDigit)
        else { return nil }
        self.name = name.lowercased()
        port = rest.isEmpty ? nil : rest.dropFirst()
    }

    /// True if the name can only mean this machine.
    var isLoopback: Bool {
        if name == "localhost" || name.hasSuffix(".localhost") { return true }
        return NumericAddress.isLoopback(
            text: name.first == "[" ? name.dropFirst().dropLast() : name[...])
    }
}

/// The policy for requests from web pages. Programs other than browsers send no origin.
package enum OriginPolicy: Hashable, Sendable {
    /// Pages of all sites.
    case all
    /// Pages of this machine, also under the host names in `names`, and pages of `allowed` origins.
    /// Use this policy for a server that listens on loopback. The policy checks both the requested
    /// host and the page's origin, because a foreign page could reach the server directly, or
    /// through a host name that resolves to this machine.
    case local(names: [String], allowed: [WebOrigin])

    package func isAllowed(_ request: HTTPRequest) -> Bool {
        guard case .local(let names, let allowed) = self else { return true }
        let isOwn = { (host: HostWithOptionalPort) in
            host.isLoopback || names.contains { $0.lowercased() == host.name }
        }
        if let field = request.fields["Host"] {
            guard let host = HostWithOptionalPort(field[...]),
                isOwn(host) || allowed.contains(where: { $0.host.name == host.name })
            else { return false }
        }
        return request.fields.values(of: "Origin").allSatisfy { field in
            WebOrigin(field[...]).map { isOwn($0.host) || allowed.contains($0) } ?? false
        }
    }
}
