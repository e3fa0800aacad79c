package import SimperiumLoop
package import SimperiumNetwork
package import SimperiumWire

/// The reason that a server can't start.
package enum ServerFailure: Error, Hashable, Sendable {
    case loop(LibraryError)
    case address(SocketAddress, LibraryError)
    /// The address for connections from the other servers can't be used.
    case innerAddress(SocketAddress, LibraryError)
    case store(String, StorageError)
    case keyFile(String, reason: String)
    /// The path of a missing directory.
    case noDirectory(String)
    /// The app, and the path of a key file that servers share and that has no keys for the app.
    case noKeys(String, String)
    case certificate(TLSFault)
    /// The authorities for Redis' certificate can't be loaded.
    case authorities(TLSFault)
}

extension ServerFailure: CustomStringConvertible {
    package var description: String {
        switch self {
        case .loop(let error): error.description
        case .address(let address, let error) where error.isOfAddressInUse:
            "can't serve at \(address): \(error.reason); tictactoe serve --status"
                + " --listen \(address) shows whether your server is already running there"
        case .address(let address, let error) where error.isOfForeignAddress:
            "can't serve at \(address): \(address.hostText) is not an address of this machine"
        case .address(let address, let error): "can't serve at \(address): \(error.reason)"
        case .innerAddress(let address, let error):
            "can't use the inner address \(address): \(error.reason); choose another one with"
                + " --inner-address"
        case .store(let path, let error): "can't use \(path): \(error)"
        case .keyFile(let path, let reason): "can't use the keys in \(path): \(reason)"
        case .noDirectory(let path): "there is no directory \(path)"
        case .noKeys(let app, let path):
            "\(path) has no keys for \(app): copy the file from another server, or create them "
                + "with --new-keys"
        case .certificate(let fault): "can't use the certificate: \(fault)"
        case .authorities(let fault):
            "can't use the CA certificates for Redis: \(fault)"
        }
    }
}
