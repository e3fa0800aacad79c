/// The policy for requests from web pages. Programs other than browsers send no origin.
package enum OriginPolicy: Hashable, Sendable {
    /// Pages of all sites.
    case all
    /// Pages of this machine, also under its host names in `names`, and of `allowed` origins. It is
    /// for a server that listens on loopback. Both the requested host and the page's origin are
    /// checked. A foreign page could reach the server directly, or through a name of its site that
    /// resolves to this machine.
    case local(names: [String], allowed: [WebOrigin])

    /// Returns true if the policy allows the request.
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
