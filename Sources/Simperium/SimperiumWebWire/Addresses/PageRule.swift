/// The pages whose requests a server takes. Programs that are no browsers say no origin.
package enum PageRule: Hashable, Sendable {
    /// Those of every site.
    case all
    /// Those of this machine, for a server that listens there only: by the name that a request is
    /// sent to, and by the site that the page is from. A foreign page reaches it by both: directly,
    /// or because a name of its own site leads here.
    case local(names: [String], allowed: [PageOrigin])

    /// Whether a request may be what it seems to be.
    package func admits(_ request: HTTPRequest) -> Bool {
        guard case .local(let names, let allowed) = self else { return true }
        let isOwn = { (host: HostName) in
            host.isLoopback || names.contains { $0.lowercased() == host.name }
        }
        if let field = request.fields["Host"] {
            guard let host = HostName(field[...]),
                isOwn(host) || allowed.contains(where: { $0.host.name == host.name })
            else { return false }
        }
        return request.fields.values(of: "Origin").allSatisfy { field in
            PageOrigin(field[...]).map { isOwn($0.host) || allowed.contains($0) } ?? false
        }
    }
}
