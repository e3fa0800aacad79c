internal import CSimperiumOpenSSL
internal import SimperiumLoop

/// One end of a TLS connection, without the socket. It decrypts received bytes, and encrypts the
/// bytes to send.
///
/// Pass received bytes to `bufferReceived`, and call `read` until it returns no more bytes.
/// `init(clientOf:host:)`, `read`, `write` and `sendCloseNotify` may produce bytes to send: see
/// `takeOutput`. After a fault, these bytes may contain an alert for the peer: send them, and close
/// the connection.
@safe package final class TLSSession {
    /// The maximum number of plaintext bytes in a TLS record. Writing this many at once costs
    /// least.
    package static let mostPerRecord = 16_384

    package enum ReadResult: Hashable, Sendable {
        case bytes(Int)
        /// No bytes can be read until more input arrives.
        case later
        /// The peer sent `close_notify`, so all of its data has arrived.
        case end
    }

    private let session: OpaquePointer
    /// The name or address that a client expects in the server's certificate; nil for a server.
    private let host: String?
    private var fault: TLSFault?
    private var hasReceivedCloseNotify = false
    private var hasSentCloseNotify = false
    private let buffer = TLSBuffer()
    /// The store for sessions that a client can resume; nil if there is none.
    private var resumable: ResumableSessions?

    /// The encrypted output that waits for the socket. The connection encrypts no further blocks
    /// until this output has been sent, so that records are as large as possible.
    var records = SocketOutbox()
    /// True once the handshake is complete, so that `write` may be called.
    package private(set) var isHandshakeComplete = false

    private init(_ tls: TLSContext, host: String?) throws(TLSFault) {
        ERR_clear_error()
        guard let session = unsafe SSL_new(tls.context) else {
            throw .fromErrorQueue(during: "begin")
        }
        unsafe self.session = unsafe session
        self.host = host
        guard let bio = unsafe buffer.makeBIO() else { throw .fromErrorQueue(during: "make room") }
        unsafe SSL_set_bio(session, bio, bio)
    }

    deinit {
        // Otherwise, a client could not resume the stored session after a lost connection.
        if resumable != nil {
            unsafe SSL_set_shutdown(session, SSL_SENT_SHUTDOWN | SSL_RECEIVED_SHUTDOWN)
        }
        unsafe SSL_free(session)
    }

    /// Creates the server's end, which presents a certificate. It waits for the client's handshake.
    package convenience init(serverOf context: TLSContext) throws(TLSFault) {
        try self.init(context, host: nil)
        unsafe SSL_set_accept_state(session)
    }

    /// Creates the client's end, and starts the handshake. The server's certificate must be for
    /// `host`, a name or an address, unless the context accepts any certificate.
    package convenience init(clientOf context: TLSContext, host: String) throws(TLSFault) {
        // OpenSSL would accept any certificate for an empty name.
        precondition(!host.isEmpty, "a host has a name")
        try self.init(context, host: host)
        unsafe SSL_set_connect_state(session)
        let isAddress = SocketAddress(host: host, port: 0) != nil
        unsafe SSL_set_hostflags(session, CUnsignedInt(X509_CHECK_FLAG_NO_PARTIAL_WILDCARDS))
        guard unsafe SSL_set1_host(session, host) == 1,
            unsafe isAddress || ttt_session_set_server_name(session, host) == 1
        else { throw .fromErrorQueue(during: "call \(host)") }
        prepareResumption(from: context.resumable)
        try shakeHands()
    }
}

extension TLSSession {
    /// The expiry date of the peer's certificate; nil before the certificate has arrived, or if the
    /// peer has none.
    var peerCertificate: CertificateExpiry? {
        unsafe CertificateExpiry(SSL_get0_peer_certificate(session))
    }

    /// Stores received bytes for `read` to decrypt. Drops bytes after the peer's `close_notify`.
    /// Throws the fault of an earlier call, if there was one.
    package func bufferReceived(_ bytes: Span<UInt8>) throws(TLSFault) {
        try throwFaultIfRecorded()
        guard !hasReceivedCloseNotify, !bytes.isEmpty else { return }
        buffer.addReceived(bytes)
    }

    /// Decrypts received bytes into the beginning of `room`.
    package func read(into room: inout [UInt8]) throws(TLSFault) -> ReadResult {
        precondition(!room.isEmpty, "nothing can be read into no room")
        try throwFaultIfRecorded()
        guard !hasReceivedCloseNotify else { return .end }
        ERR_clear_error()
        let count = unsafe room.withUnsafeMutableBytes { room in
            unsafe SSL_read(session, room.baseAddress, CInt(clamping: room.count))
        }
        updateHandshakeState()
        guard count <= 0 else { return .bytes(Int(count)) }
        return try readResult(of: count, "read")
    }

    /// Encrypts bytes to send. Call this only after the handshake, and before `sendCloseNotify`.
    package func write(_ bytes: Span<UInt8>) throws(TLSFault) {
        precondition(isHandshakeComplete && !hasSentCloseNotify, "written too early or too late")
        try throwFaultIfRecorded()
        var rest = 0..<bytes.count
        while !rest.isEmpty {
            ERR_clear_error()
            let count = unsafe bytes.extracting(rest).withUnsafeBytes { bytes in
                unsafe SSL_write(session, bytes.baseAddress, CInt(clamping: bytes.count))
            }
            guard count > 0 else { throw recordFault(.fromErrorQueue(during: "write")) }
            rest = rest.dropFirst(Int(count))
        }
    }

    /// Adds `close_notify` to the output, so that the peer knows that nothing was cut off. Does
    /// nothing before the handshake is complete, or after a fault.
    package func sendCloseNotify() {
        guard isHandshakeComplete, fault == nil, !hasSentCloseNotify else { return }
        hasSentCloseNotify = true
        ERR_clear_error()
        unsafe SSL_shutdown(session)
    }

    /// Removes and returns the encrypted bytes that wait to be sent.
    package func takeOutput() -> [UInt8] {
        buffer.takeOutput()
    }

    /// Moves all encrypted output to `records`.
    func appendOutputToRecords() {
        records.append(takeOutput())
    }
}

extension TLSSession {
    private func shakeHands() throws(TLSFault) {
        ERR_clear_error()
        let status = unsafe SSL_do_handshake(session)
        updateHandshakeState()
        if status <= 0 { _ = try readResult(of: status, "handshake") }
    }

    private func updateHandshakeState() {
        isHandshakeComplete = unsafe isHandshakeComplete || SSL_is_init_finished(session) == 1
    }

    /// Converts OpenSSL's status into a result. Records and throws a fault.
    private func readResult(of status: CInt, _ operation: String) throws(TLSFault) -> ReadResult {
        switch unsafe SSL_get_error(session, status) {
        case SSL_ERROR_WANT_READ: return .later
        case SSL_ERROR_ZERO_RETURN:
            hasReceivedCloseNotify = true
            return .end
        default:
            throw recordFault(
                serverCertificateFault
                    ?? .fromErrorQueue(during: operation, isFirst: !isHandshakeComplete))
        }
    }

    /// The fault of the server's certificate that ended a client's handshake; nil if there is none.
    private var serverCertificateFault: TLSFault? {
        guard let host, !isHandshakeComplete else { return nil }
        return unsafe .certificateFault(SSL_get_verify_result(session), on: host)
    }

    private func throwFaultIfRecorded() throws(TLSFault) {
        if let fault { throw fault }
    }

    private func recordFault(_ fault: TLSFault) -> TLSFault {
        self.fault = fault
        return fault
    }
}

extension TLSSession {
    /// True if the handshake resumed an earlier session with the host.
    package var isResumed: Bool { unsafe SSL_session_reused(session) == 1 }

    /// Resumes an earlier session if there is one, and lets later connections resume this session.
    private func prepareResumption(from sessions: ResumableSessions?) {
        guard let sessions, let host else { return }
        resumable = sessions
        unsafe SSL_set_ex_data(session, 0, Unmanaged.passUnretained(self).toOpaque())
        guard let earlier = sessions.removeNewest(for: host) else { return }
        unsafe SSL_set_session(session, earlier.session)
    }

    /// Stores a resumable session for later connections to the same host. `session` is the OpenSSL
    /// object of the connection that the resumable session arrived on.
    static func storeResumable(_ resumable: ResumableSession, of session: OpaquePointer) {
        guard let data = unsafe SSL_get_ex_data(session, 0) else { return }
        let owner = unsafe Unmanaged<TLSSession>.fromOpaque(data).takeUnretainedValue()
        if let host = owner.host { owner.resumable?.store(resumable, for: host) }
    }
}
