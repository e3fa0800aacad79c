internal import RedisStore
package import RedisWire
internal import SimperiumNetwork

/// The addresses of the Redis that servers share, with the credentials, the trusted authorities,
/// and the required durability.
package struct RedisDeployment: Hashable, Sendable {
    /// The certificate authorities that are trusted to sign Redis' certificate.
    package enum TrustedAuthorities: Hashable, Sendable {
        case system
        case authorities(String)
    }

    package var addresses: [RedisAddress]
    /// The credentials; nil if Redis requires no password.
    package var credentials: RedisCredentials?
    package var trust: TrustedAuthorities?
    /// The durability that Redis must provide.
    let demands: RedisStoreLink.RedisDurabilityDemands

    package init(
        _ addresses: [RedisAddress], as credentials: RedisCredentials? = nil,
        trust: TrustedAuthorities? = nil,
        mayForget: Bool = false, replicas: Int = 0
    ) {
        var demands = RedisStoreLink.RedisDurabilityDemands()
        (demands.mayForget, demands.replicas) = (mayForget, replicas)
        self.demands = demands
        self.addresses = addresses
        self.credentials = credentials
        self.trust = trust
    }

    /// Returns a store in this Redis, without a connection. Passes `unreachable` a sentence about
    /// each address that could not be reached.
    func newStore(
        on connectionSet: ConnectionSet, ready: @escaping () -> Void,
        broken: @escaping () -> Void = {}, unreachable: @escaping (String) -> Void
    ) throws(ServerFailure) -> RedisStore {
        weak var known: RedisStore?
        let store = RedisStore(
            RedisStoreLink(to: addresses, as: credentials, demands),
            trusting: try newTLSContext(), on: connectionSet, ready: ready,
            broken: { _ in broken() },
            unreachable: { address, fault in
                let reason = fault.map(\.sentence) ?? known?.lastFailure?.sentence
                unreachable(SharedRedisWords.unreachable("\(address)", reason: reason))
            })
        known = store
        return store
    }

    private func newTLSContext() throws(ServerFailure) -> TLSContext? {
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
