internal import RedisStore
package import RedisWire
internal import SimperiumNetwork

/// Where the engine is that servers share, and what is said and asked before anything else.
package struct EnginePlace: Hashable, Sendable {
    /// By whom its certificate is to be, on an encrypted connection.
    package enum Trust: Hashable, Sendable {
        /// One of those that the system trusts.
        case system
        /// One of those in a file.
        case authorities(String)
    }

    /// One of them is the engine at a time.
    package var addresses: [RedisAddress]
    /// Nil if it lets everybody in.
    package var credentials: RedisCredentials?
    /// Nil if connections are not encrypted.
    package var trust: Trust?
    /// The demands on it.
    let terms: RedisStoreLink.Terms

    package init(
        _ addresses: [RedisAddress], as credentials: RedisCredentials? = nil, trust: Trust? = nil,
        mayForget: Bool = false, replicas: Int = 0
    ) {
        var terms = RedisStoreLink.Terms()
        (terms.mayForget, terms.replicas) = (mayForget, replicas)
        self.terms = terms
        self.addresses = addresses
        self.credentials = credentials
        self.trust = trust
    }

    func encryption() throws(ServerFailure) -> TLSContext? {
        do throws(TLSFault) {
            switch trust {
            case nil: return nil
            case .system?: return try .client()
            case .authorities(let path)?: return try .client(authorities: path)
            }
        } catch {
            throw .authorities(error)
        }
    }
}
