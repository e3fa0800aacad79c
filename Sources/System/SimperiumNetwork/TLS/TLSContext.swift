internal import CSimperiumOpenSSL
package import SimperiumLoop

/// The shared part of all TLS sessions of one server or client: a certificate, or the trusted
/// authorities.
///
/// A session keeps the context that it started with. Create another context to load a changed
/// certificate.
@safe package final class TLSContext {
    let context: OpaquePointer
    /// The stored sessions that a client can resume; nil if the context resumes no sessions.
    private(set) var resumable: ResumableSessions?

    private init(_ method: OpaquePointer?) throws(TLSFault) {
        ERR_clear_error()
        guard let context = unsafe SSL_CTX_new(method) else {
            throw .fromErrorQueue(during: "start")
        }
        unsafe self.context = unsafe context
        guard unsafe ttt_context_require_tls12(context) == 1 else {
            throw .fromErrorQueue(during: "require TLS 1.2")
        }
        unsafe ttt_context_set_modes(context)
    }

    deinit {
        unsafe SSL_CTX_free(context)
    }

    /// Returns a server's context. `certificate` is the path of a PEM file with the server's own
    /// certificate, followed by the chain to an authority. `key` is the path of a PEM file without
    /// a password.
    package static func server(certificate: String, key: String) throws(TLSFault) -> TLSContext {
        let tls = try unsafe TLSContext(TLS_server_method())
        // Without this, OpenSSL would ask for a password at the terminal.
        unsafe SSL_CTX_set_default_passwd_cb(tls.context) { _, _, _, _ in -1 }
        guard unsafe SSL_CTX_use_certificate_chain_file(tls.context, certificate) == 1 else {
            throw .fromErrorQueue(during: "read certificate \(certificate)")
        }
        guard unsafe SSL_CTX_use_PrivateKey_file(tls.context, key, SSL_FILETYPE_PEM) == 1 else {
            throw .fromErrorQueue(during: "read key \(key)")
        }
        // A client needs one ticket, for the connection that follows this one.
        unsafe SSL_CTX_set_num_tickets(tls.context, 1)
        return tls
    }

    /// Returns a client's context. It trusts the certificates in the PEM file `authorities`;
    /// without a file, the certificates that the operating system trusts. A connection that resumes
    /// a session does not check the certificate again.
    package static func client(
        authorities: String? = nil, resumesSessions: Bool = true
    ) throws(TLSFault) -> TLSContext {
        let tls = try unsafe TLSContext(TLS_client_method())
        if let authorities {
            guard unsafe SSL_CTX_load_verify_file(tls.context, authorities) == 1 else {
                throw .fromErrorQueue(during: "read authorities \(authorities)")
            }
        } else {
            guard unsafe SSL_CTX_set_default_verify_paths(tls.context) == 1 else {
                throw .fromErrorQueue(during: "find authorities")
            }
        }
        unsafe SSL_CTX_set_verify(tls.context, SSL_VERIFY_PEER, nil)
        if resumesSessions {
            tls.resumable = ResumableSessions()
            unsafe ttt_context_hand_out_sessions(tls.context) { session, ticket in
                guard let session = unsafe session, let ticket = unsafe ticket else { return 0 }
                unsafe TLSSession.storeResumable(ResumableSession(ticket), of: session)
                return 1
            }
        }
        return tls
    }

    /// Returns a client's context that accepts any certificate. Use the context only for a server
    /// on this machine. The certificate of such a server is not for the address that the client
    /// connects to.
    package static func uncheckedClient() throws(TLSFault) -> TLSContext {
        let tls = try unsafe TLSContext(TLS_client_method())
        unsafe SSL_CTX_set_verify(tls.context, SSL_VERIFY_NONE, nil)
        return tls
    }
}

extension TLSContext {
    package static var library: LibraryVersion {
        LibraryVersion(
            "OpenSSL", running: unsafe String(cString: OpenSSL_version(OPENSSL_VERSION_STRING)),
            built: OPENSSL_VERSION_STR)
    }
}
