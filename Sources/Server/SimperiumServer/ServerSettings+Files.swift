package import Host
import SimperiumLoop
import SimperiumNetwork
package import SimperiumWire

extension ServerSettings {
    /// Returns the keys of all apps. Missing keys are created, and stored if there is a file for
    /// them. If `keys.areMade` is false, throws `noKeys` for missing keys instead.
    package func readOrMakeKeys() throws(ServerFailure) -> [AppID: AppKeys] {
        let all = [host.plugin?.app].compactMap(\.self) + apps
        let ring = try updateKeys { ring throws(ServerFailure) in
            for app in all where ring[app] == nil {
                guard keys.areMade else { throw .noKeys(app.text, keys.file ?? "") }
                ring.createKeys(
                    of: app, randomBytes: SecureRandom.bytes(AppKeyRing.randomBytesPerApp))
            }
        }
        return Dictionary(all.compactMap { app in ring[app].map { (app, $0) } }) { first, _ in
            first
        }
    }

    /// Returns true if servers that share a Redis have used these keys.
    package func areKeysShared() throws(ServerFailure) -> Bool { try readAppKeyRing().isShared }

    /// Records that servers that share a Redis have used these keys.
    func markKeysShared() throws(ServerFailure) {
        _ = try updateKeys { $0.isShared = true }
    }

    /// Changes the keys, and stores them if they have changed and there is a file for them. Returns
    /// the keys.
    ///
    /// If several servers create keys in one file at the same time, the later servers find the keys
    /// of the first.
    private func updateKeys(
        _ change: (inout AppKeyRing) throws(ServerFailure) -> Void
    ) throws(ServerFailure) -> AppKeyRing {
        let found = try readAppKeyRing()
        var ring = found
        try change(&ring)
        // A file that already has all keys need not be writable.
        guard ring != found, let file = keys.file else { return ring }
        do {
            // The file stays readable for the service, also if the operator is another user.
            let access: WholeFile.WrittenFileMode =
                FileSystem.isReadable(file) ? .previousMode : .ownerOnly
            try WholeFile.updateUnderLock(file, limit: Self.keyFileLimit, mode: access) { bytes in
                ring = try parseKeyRing(bytes)
                try change(&ring)
                return ring.bytes
            }
            return ring
        } catch let error as LibraryError {
            // The user may have named only the store. By default, the key file is in the store's
            // directory.
            if let folder = FileSystem.missingDirectory(of: file) { throw .noDirectory(folder) }
            throw .keyFile(file, reason: error.reason)
        } catch let failure as ServerFailure {
            throw failure
        } catch {
            throw .keyFile(file, reason: "\(error)")
        }
    }

    /// Returns the keys in the key file; none if the file does not exist. If the settings name no
    /// file, returns the keys in the settings.
    private func readAppKeyRing() throws(ServerFailure) -> AppKeyRing {
        guard let file = keys.file else { return keys.ring }
        let secret: WholeFile.SecretReadResult
        do throws(LibraryError) {
            secret = try WholeFile.readSecret(
                file, limit: Self.keyFileLimit, of: .trustedUserAndGroup)
        } catch {
            throw .keyFile(file, reason: error.reason)
        }
        switch secret {
        case .nothing: return AppKeyRing()
        case .unsafe: throw .keyFile(file, reason: ServerWords.unsafeKeyFile)
        case .bytes(let bytes): return try parseKeyRing(bytes)
        }
    }

    /// The maximum size of a key file, in bytes. No server has enough apps to reach this size.
    package static let keyFileLimit = 1 << 20

    private func parseKeyRing(_ bytes: [UInt8]?) throws(ServerFailure) -> AppKeyRing {
        do throws(AppKeyRing.BadKeyFileLine) {
            return try AppKeyRing(bytes ?? [])
        } catch {
            throw .keyFile(keys.file ?? "", reason: ServerWords.invalidLine(error.number))
        }
    }

    /// Returns a TLS context with the certificate that the files now contain; nil if connections
    /// are not encrypted.
    func newTLSContext() throws(ServerFailure) -> TLSContext? {
        guard let certificate else { return nil }
        do throws(TLSFault) {
            return try TLSContext.server(
                certificate: certificate.chainFile, key: certificate.keyFile)
        } catch {
            throw .certificate(error)
        }
    }
}
