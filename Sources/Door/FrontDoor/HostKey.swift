internal import CSSH
package import SimperiumLoop

/// The host key, which identifies this door to guests.
///
/// The program creates the key once and then keeps it, because ssh clients treat a changed key as
/// an attack.
@safe package final class HostKey {
    private static let longestFile = 16_384

    private let key: ssh_key
    /// The secret for deriving the lobby seats of guests' keys: the bytes of the key file without
    /// blanks and line ends, or random bytes for a temporary key. Doors with equal key files derive
    /// the same seats.
    package let seed: [UInt8]
    /// The fingerprint in the format of `ssh-keygen -l`.
    package let fingerprint: String

    private init(_ key: ssh_key, seed: [UInt8]) throws(HostKeyFault) {
        unsafe self.key = unsafe key
        self.seed = seed
        guard let fingerprint = unsafe Self.fingerprint(of: key) else { throw .damaged }
        self.fingerprint = fingerprint
    }

    deinit {
        unsafe ssh_key_free(key)
    }

    /// Reads the key in a file; returns nil if there is no such file. With `ofAnyOwner`, the file
    /// may belong to another user, for a check by the administrator.
    package convenience init?(at path: String, ofAnyOwner: Bool = false) throws(HostKeyFault) {
        let secret: WholeFile.SecretReadResult
        do throws(LibraryError) {
            secret = try WholeFile.readSecret(
                path, limit: Self.longestFile, of: ofAnyOwner ? .anyUser : .ownUser)
        } catch {
            // A file that is there and may not be opened belongs to another user.
            if error.isOfDeniedPermission, FileSystem.exists(path) { throw .unsafe }
            throw .unreadable(error)
        }
        switch secret {
        case .nothing: return nil
        case .unsafe: throw .unsafe
        case .bytes(let bytes):
            let text = bytes.map { CChar(bitPattern: $0) } + [0]
            var key: ssh_key?
            guard unsafe ssh_pki_import_privkey_base64(text, nil, nil, nil, &key) == SSH_OK,
                let key = unsafe key
            else { throw .damaged }
            try unsafe self.init(key, seed: bytes.filter { $0 > 0x20 })
        }
    }

    package static func loadOrCreate(at path: String) throws(HostKeyFault) -> HostKey {
        if let key = try HostKey(at: path) { return key }
        try createFile(at: path)
        guard let key = try HostKey(at: path) else {
            throw .unwritable(LibraryError("host key", "open", reason: "it is gone again"))
        }
        return key
    }

    /// Creates a key for this process only. It is not stored.
    package static func temporary() throws(HostKeyFault) -> HostKey {
        try unsafe HostKey(generate(), seed: SecureRandom.bytes(32))
    }

    /// Returns a copy of the key, which libssh will own; nil if libssh can't copy it.
    func copied() -> ssh_key? { unsafe ssh_key_dup(key) }

    static func fingerprint(of key: ssh_key?) -> String? {
        var hash: UnsafeMutablePointer<UInt8>?
        var length = 0
        guard let key = unsafe key,
            unsafe ssh_get_publickey_hash(key, SSH_PUBLICKEY_HASH_SHA256, &hash, &length) == 0
        else { return nil }
        defer { unsafe ssh_clean_pubkey_hash(&hash) }
        guard let text = unsafe ssh_get_fingerprint_hash(SSH_PUBLICKEY_HASH_SHA256, hash, length)
        else { return nil }
        defer { unsafe ssh_string_free_char(text) }
        return unsafe String(cString: text)
    }

    private static func generate() throws(HostKeyFault) -> ssh_key {
        var key: ssh_key?
        guard unsafe ssh_pki_generate(SSH_KEYTYPE_ED25519, 0, &key) == SSH_OK,
            let key = unsafe key
        else { throw .unwritable(LibraryError("libssh", "make a key", reason: "libssh failed")) }
        return unsafe key
    }

    /// Creates the file with a new key, unless another process has created the file meanwhile.
    private static func createFile(at path: String) throws(HostKeyFault) {
        let key = try unsafe generate()
        defer { unsafe ssh_key_free(key) }
        var text: UnsafeMutablePointer<CChar>?
        guard unsafe ssh_pki_export_privkey_base64(key, nil, nil, nil, &text) == SSH_OK,
            let text = unsafe text
        else { throw .unwritable(LibraryError("libssh", "write a key", reason: "libssh failed")) }
        defer { unsafe ssh_string_free_char(text) }
        do throws(LibraryError) {
            _ = try WholeFile.create(path, with: Array(unsafe String(cString: text).utf8))
        } catch {
            throw .unwritable(error)
        }
    }
}

/// The reason why the host key can't be used. The program never replaces a bad key, because the
/// operator must decide.
package enum HostKeyFault: Error, Hashable, Sendable {
    /// Other users can read the file, or own it.
    case unsafe
    /// The file contains no key that this program can use.
    case damaged
    case unreadable(LibraryError)
    case unwritable(LibraryError)
}
