import Host
import SimperiumLoop
import SimperiumNetwork
import SimperiumWire
import Wording

extension ServerSettings {
    /// The keys of all apps. Those that are missing are made, and kept if there is a file for them.
    func readOrMakeKeys() throws(ServerFailure) -> [AppID: AppKeys] {
        var ring = try readKeys()
        let before = ring
        let all = [LobbyPass.app] + apps
        for app in all where ring[app] == nil {
            guard keys.areMade else { throw .noKeys(app.text, keys.file ?? "") }
            ring.add(app, chance: SecureRandom.bytes(KeyRing.chancePerApp))
        }
        if ring != before { try write(ring) }
        return Dictionary(all.compactMap { app in ring[app].map { (app, $0) } }) { first, _ in
            first
        }
    }

    /// Whether servers that share an engine have gone by these keys.
    func areKeysShared() throws(ServerFailure) -> Bool { try readKeys().isShared }

    /// Notes that they do.
    func markKeysShared() throws(ServerFailure) {
        var ring = try readKeys()
        guard !ring.isShared else { return }
        ring.isShared = true
        try write(ring)
    }

    private func write(_ ring: KeyRing) throws(ServerFailure) {
        guard let file = keys.file else { return }
        do throws(LibraryError) {
            try WholeFile.replaceSecret(file, with: ring.bytes)
        } catch {
            throw .keyFile(file, reason: error.reason)
        }
    }

    private func readKeys() throws(ServerFailure) -> KeyRing {
        guard let file = keys.file else { return KeyRing() }
        let bytes: [UInt8]?
        do throws(LibraryError) {
            bytes = try WholeFile.read(file, limit: 1 << 20)
        } catch {
            throw .keyFile(file, reason: error.reason)
        }
        do throws(KeyRing.BadLine) {
            return try KeyRing(bytes ?? [])
        } catch {
            throw .keyFile(file, reason: ServerWords.foreignLine(error.number))
        }
    }

    /// The certificate as it is now; nil if connections are not encrypted.
    func encryption() throws(ServerFailure) -> TLSContext? {
        guard let certificate else { return nil }
        do throws(TLSFault) {
            return try TLSContext.server(
                certificate: certificate.chainFile, key: certificate.keyFile)
        } catch {
            throw .certificate(error)
        }
    }
}
