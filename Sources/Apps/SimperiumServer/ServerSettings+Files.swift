import Host
import SimperiumLoop
import SimperiumNetwork
import SimperiumWire
import Wording

extension ServerSettings {
    /// The keys of all apps. Those that are missing are made, and kept if there is a file for them.
    func keys() throws(ServerFailure) -> [AppID: AppKeys] {
        var ring = try readKeys()
        let before = ring
        let all = [LobbyPass.app] + apps
        for app in all where ring[app] == nil {
            ring.add(app, chance: SecureRandom.bytes(KeyRing.chancePerApp))
        }
        if ring != before, let keyFile {
            do throws(LibraryError) {
                try WholeFile.replaceSecret(keyFile, with: ring.bytes)
            } catch {
                throw .keyFile(keyFile, reason: error.reason)
            }
        }
        return Dictionary(all.compactMap { app in ring[app].map { (app, $0) } }) { first, _ in
            first
        }
    }

    private func readKeys() throws(ServerFailure) -> KeyRing {
        guard let keyFile else { return KeyRing() }
        let bytes: [UInt8]?
        do throws(LibraryError) {
            bytes = try WholeFile.read(keyFile, limit: 1 << 20)
        } catch {
            throw .keyFile(keyFile, reason: error.reason)
        }
        do throws(KeyRing.BadLine) {
            return try KeyRing(bytes ?? [])
        } catch {
            throw .keyFile(keyFile, reason: ServerWords.foreignLine(error.number))
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
