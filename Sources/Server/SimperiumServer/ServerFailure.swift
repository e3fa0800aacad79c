internal import Host
package import SimperiumLoop
package import SimperiumNetwork
package import SimperiumWire

/// The reason that a server can't start.
package enum ServerFailure: Error, Hashable, Sendable {
    case loop(LibraryError)
    case address(SocketAddress, LibraryError)
    case store(String, StorageError)
    case keyFile(String, reason: String)
    /// The keys of an app are missing in a file that servers share.
    case noKeys(String, String)
    case certificate(TLSFault)
    /// The authorities for Redis' certificate can't be loaded.
    case authorities(TLSFault)
}

extension ServerFailure: CustomStringConvertible {
    package var description: String {
        switch self {
        case .loop(let error): error.description
        case .address(let address, let error):
            ServerWords.cannotServe(at: "\(address)", reason: error.reason)
        case .store(let path, let error): ServerWords.badStore(path, reason: "\(error)")
        case .keyFile(let path, let reason): ServerWords.badKeys(in: path, reason: reason)
        case .noKeys(let app, let path): ServerWords.noKeys(of: app, in: path)
        case .certificate(let fault): ServerWords.badCertificate("\(fault)")
        case .authorities(let fault): SharedRedisWords.badAuthorities("\(fault)")
        }
    }
}
