package import SimperiumLoop
package import SimperiumNetwork
internal import SimperiumWebWire
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

extension WriteRefusal {
    var words: String {
        switch self {
        case .staleHead: "another program is writing to it"
        case .store(let error): "\(error)"
        }
    }
}

extension StorageError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .locked:
            "another program is using the file. If it is a game's background server, run "
                + "`tictactoe serve --stop`"
        case .full: "the disk is full"
        case .readOnly: "the file or its directory is not writable"
        case .damaged(let reason): "the file is damaged (\(reason)) and was not changed"
        case .damagedRow(let table):
            "a row of table \"\(table)\" is damaged and is not served. Run "
                + "`tictactoe doctor --store FILE`, and restore a backup"
        case .foreign: "the file belongs to another program and was not changed"
        case .newer(let found, let known):
            "the file was written by a newer version (format \(found); this program reads "
                + "\(known))"
        case .moved: "the file was moved or removed: move it back, or restart the server"
        case .disk(let reason): "the disk failed (\(reason))"
        case .library(let reason): reason
        case .fenced: "another server writes to Redis now"
        case .lost: "the connection to Redis broke"
        case .outOfMemory: "Redis is out of memory: raise maxmemory"
        case .redis(let reason): "Redis refused a write (\(reason))"
        }
    }
}

/// Damage that the check at the start of a server finds, for the log and `/healthz`.
enum StoreDamageWords {
    /// `finding` is SQLite's description of the damage.
    static func damagedPage(_ finding: String) -> String {
        "a page or an index is damaged (\(finding)). Run `tictactoe doctor --store FILE`, and "
            + "restore a backup"
    }
}

extension TLSFault: CustomStringConvertible {
    package var description: String {
        switch self {
        case .certificateExpired: TLSFailureWords.expired
        case .certificateNotYetValid: TLSFailureWords.notYetValid
        case .unknownAuthority: TLSFailureWords.unknownAuthority
        case .selfSigned: TLSFailureWords.selfSigned
        case .wrongHost(let name): TLSFailureWords.wrongHost(name)
        case .certificateRejected(let reason): TLSFailureWords.rejectedCertificate(reason)
        case .refusedByPeer(let alert): TLSFailureWords.refusedByPeer(alert)
        case .notTLS: TLSFailureWords.notTLS
        case .noSharedVersion: TLSFailureWords.noSharedVersion
        case .keyMismatch: TLSFailureWords.keyMismatch
        case .library(let error): "\(error)"
        }
    }
}
