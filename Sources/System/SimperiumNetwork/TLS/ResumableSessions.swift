internal import CSimperiumOpenSSL

/// The last sessions of a client with each host, for the handshakes of later connections: these
/// then need no certificate and no signature.
///
/// Each session is used once, so that an observer of the network can't recognise the client by it.
final class ResumableSessions {
    /// The most sessions with one host, for as many connections at the same time.
    private static let mostPerHost = 4
    private static let mostHosts = 16

    private var sessions: [String: [ResumableSession]] = [:]

    /// Keeps a session, unless sessions with too many hosts are kept already.
    func keep(_ session: ResumableSession, for host: String) {
        let kept = sessions[host] ?? []
        guard !kept.isEmpty || sessions.count < Self.mostHosts else { return }
        sessions[host] = kept.suffix(Self.mostPerHost - 1) + [session]
    }

    /// Returns and forgets the newest session with a host; nil if there is none.
    func removeNewest(for host: String) -> ResumableSession? {
        guard var kept = sessions.removeValue(forKey: host) else { return nil }
        let newest = kept.removeLast()
        if !kept.isEmpty { sessions[host] = kept }
        return newest
    }
}

/// OpenSSL's session, with one reference to it.
@safe final class ResumableSession {
    let session: OpaquePointer

    /// Takes over a reference.
    init(_ session: OpaquePointer) {
        unsafe self.session = unsafe session
    }

    deinit {
        unsafe SSL_SESSION_free(session)
    }
}
