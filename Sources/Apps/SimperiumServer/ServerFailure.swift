package import SimperiumLoop
package import SimperiumNetwork
package import SimperiumStore

/// Why a server can't begin.
package enum ServerFailure: Error, Hashable, Sendable {
    case loop(LibraryError)
    case address(SocketAddress, LibraryError)
    case store(String, StorageError)
    case keyFile(String, reason: String)
    case certificate(TLSFault)
}

extension ServerFailure: CustomStringConvertible {
    package var description: String {
        switch self {
        case .loop(let error): error.description
        case .address(let address, let error):
            "can't serve at \(address): \(error.reason)"
        case .store(let path, let error): "can't use \(path): \(error)"
        case .keyFile(let path, let reason): "can't use the keys in \(path): \(reason)"
        case .certificate(let fault): "can't use the certificate: \(fault)"
        }
    }
}
