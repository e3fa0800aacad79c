internal import CSimperiumOpenSSL
package import SimperiumLoop

extension TLSContext {
    /// The OpenSSL that this process runs with.
    package static var library: LibraryVersion {
        LibraryVersion(
            "OpenSSL", running: unsafe String(cString: OpenSSL_version(OPENSSL_VERSION_STRING)),
            built: OPENSSL_VERSION_STR)
    }
}
