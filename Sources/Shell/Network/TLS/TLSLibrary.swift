internal import COpenSSL

/// The OpenSSL that this process runs with.
package enum TLSLibrary {
    package static var version: String {
        unsafe String(cString: OpenSSL_version(OPENSSL_VERSION))
    }
}
