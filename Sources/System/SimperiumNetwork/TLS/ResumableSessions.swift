internal import CSimperiumOpenSSL

/// A client's latest TLS sessions with each host. Later connections resume them, and then need no
/// certificate and no signature.
///
/// A client uses each session once, so that an observer of the network can't link the client's
/// connections.
final class ResumableSessions {
    /// The maximum number of stored sessions with one host. This many connections can resume at the
    /// same time.
    private static let mostPerHost = 4
    private static let mostHosts = 16

    private var sessions: [String: [ResumableSession]] = [:]

    /// Stores a session, and drops the oldest session with the host if there are too many. Does
    /// nothing for a new host if there are sessions with too many hosts.
    func store(_ session: ResumableSession, for host: String) {
        let kept = sessions[host] ?? []
        guard !kept.isEmpty || sessions.count < Self.mostHosts else { return }
        sessions[host] = kept.suffix(Self.mostPerHost - 1) + [session]
    }

    /// Removes and returns the newest session with a host; nil if there is none.
    func removeNewest(for host: String) -> ResumableSession? {
        guard var kept = sessions.removeValue(forKey: host) else { return nil }
        let newest = kept.removeLast()
        if !kept.isEmpty { sessions[host] = kept }
        return newest
    }
}

/// An owned reference to an OpenSSL session.
@safe final class ResumableSession {
    let session: OpaquePointer

    /// Takes ownership of the reference. The caller must not free it.
    init(_ session: OpaquePointer) {
        unsafe self.session = unsafe session
    }

    deinit {
        unsafe SSL_SESSION_free(session)
    }
}
