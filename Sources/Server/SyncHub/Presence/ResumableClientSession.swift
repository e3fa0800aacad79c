import SimperiumClock
import SimperiumWire

struct ResumableClientSessionID: RawRepresentable, Hashable, Sendable {
    let rawValue: UInt64
}

struct SessionResumeCredentials: Hashable {
    let log: UserLogID
    let clientID: ClientID
    let digest: SecretDigest
}

/// A session: the presence objects of one client in one log, on all channels of its connection.
///
/// A session outlives its connection as long as it has a lease, and passes to the connection that
/// presents its secret. The number increases with each run of the program that takes the session
/// over. So the hub can refuse an earlier run.
///
/// ```text
///      init, no session found          a bucket with its objects
///              |                       is loaded
///              v                                |
///       +-------------+   connection breaks     v
///    +->| connected   | -------------------> +-----------+
///    |  | holder: the |                      | lost      |
///    |  | connection  | <------------------- | no holder |
///    |  +-------------+  resumed: secret     +-----------+
///    |     |    |        presented                |
///    +-----+    | goodbye                         | an absence of
///    taken over |                                 | its leases is over
///    by another v                                 v
///    connection +------------------------------------------+
///               | ended: reason and outcome are remembered |
///               | for clients that return too late         |
///               +------------------------------------------+
/// ```
///
/// The buckets are notified by work items: `endSessionAbsence` after a resume, `releaseSession`
/// after a loss or a goodbye, and `removeSessionObjects` after an absence that ended in another
/// bucket.
struct ResumableClientSession {
    /// The highest session number. A client can't raise a number beyond it.
    static let highestNumber = Int(Int32.max)

    fileprivate(set) var credentials: SessionResumeCredentials
    /// The credentials before the secret was last replaced; nil if it was never replaced.
    fileprivate var formerCredentials: SessionResumeCredentials?
    /// The secret; nil if the session comes from the store, which has only the digest, and no
    /// client has presented the secret yet.
    fileprivate(set) var secret: ResumeSecret?
    fileprivate(set) var number: Int
    /// The connection number that the client sent when a connection last took the session over. Nil
    /// if the client sent none, or if no connection has taken it over.
    fileprivate(set) var connectionNumber: SessionConnectionNumber?
    /// The connection that has the session; nil while the client is away.
    fileprivate(set) var holder: ConnectionID?
    fileprivate(set) var buckets: [BucketHandle] = []
    /// The number of channels that have the session and haven't left their buckets.
    fileprivate var channels = 0

    fileprivate var isVacant: Bool { buckets.isEmpty && channels == 0 }
}

/// All sessions, found by id and by credentials.
///
/// A session is dropped when it has neither a lease nor a channel. `remove` drops it at once.
struct ResumableClientSessions {
    private var sessions: [ResumableClientSessionID: ResumableClientSession] = [:]
    private var ids: [SessionResumeCredentials: ResumableClientSessionID] = [:]
    private var count: UInt64 = 0
    /// The buckets whose leases are being read, with their logs. Until all are read, a log may have
    /// sessions that the hub doesn't know.
    var bucketsReadingLeases: [BucketHandle: UserLogID] = [:]
    var ends = RecentSessionEnds()

    subscript(id: ResumableClientSessionID) -> ResumableClientSession? { sessions[id] }

    var known: Int { sessions.count }

    func find(_ credentials: SessionResumeCredentials) -> ResumableClientSessionID? {
        ids[credentials]
    }

    mutating func beginSession(
        _ credentials: SessionResumeCredentials, _ secret: SecretWithDigest,
        for holder: ConnectionID
    ) -> ResumableClientSessionID {
        add(
            ResumableClientSession(
                credentials: credentials, secret: secret.text, number: 1, holder: holder))
    }

    /// Returns the session with these stored credentials, and adds the session if it is unknown. A
    /// known session gets the higher of both numbers.
    mutating func restoreSession(_ credentials: SessionResumeCredentials, number: Int)
        -> ResumableClientSessionID
    {
        guard let id = ids[credentials] else {
            return add(ResumableClientSession(credentials: credentials, number: number))
        }
        if let known = sessions[id]?.number, number > known { sessions[id]?.number = number }
        return id
    }

    private mutating func add(_ session: ResumableClientSession) -> ResumableClientSessionID {
        count += 1
        let id = ResumableClientSessionID(rawValue: count)
        sessions[id] = session
        ids[session.credentials] = id
        return id
    }

    mutating func recordMatchingSecret(
        _ secret: SecretWithDigest, for id: ResumableClientSessionID
    ) {
        if sessions[id]?.credentials.digest == secret.digest { sessions[id]?.secret = secret.text }
    }

    /// Replaces the session's secret. The session can still be found by the previous secret, but
    /// not by earlier ones.
    mutating func replaceSecret(of id: ResumableClientSessionID, with secret: SecretWithDigest) {
        guard let credentials = sessions[id]?.credentials else { return }
        if let older = sessions[id]?.formerCredentials { ids[older] = nil }
        let renewed = SessionResumeCredentials(
            log: credentials.log, clientID: credentials.clientID, digest: secret.digest)
        sessions[id]?.formerCredentials = credentials
        sessions[id]?.credentials = renewed
        sessions[id]?.secret = secret.text
        ids[renewed] = id
    }

    mutating func setHolder(
        _ id: ResumableClientSessionID, to holder: ConnectionID,
        by connectionNumber: SessionConnectionNumber?,
        number: Int
    ) {
        sessions[id]?.holder = holder
        sessions[id]?.connectionNumber = connectionNumber
        sessions[id]?.number = min(number, ResumableClientSession.highestNumber)
    }

    /// Records that the session's client is away, and drops the session if it is vacant.
    mutating func releaseSession(_ id: ResumableClientSessionID) {
        sessions[id]?.holder = nil
        dropIfVacant(id)
    }

    /// Removes and returns a session; nil if it is unknown. The caller notifies the session's
    /// buckets, which end the session's leases.
    mutating func remove(_ id: ResumableClientSessionID) -> ResumableClientSession? {
        guard let session = sessions.removeValue(forKey: id) else { return nil }
        ids[session.credentials] = nil
        if let former = session.formerCredentials { ids[former] = nil }
        return session
    }

    private mutating func dropIfVacant(_ id: ResumableClientSessionID) {
        if sessions[id]?.isVacant == true { _ = remove(id) }
    }

    /// Counts a channel of the session. A session with a channel is kept.
    mutating func addChannel(to id: ResumableClientSessionID) {
        sessions[id]?.channels += 1
    }

    mutating func removeChannel(from id: ResumableClientSessionID) {
        sessions[id]?.channels -= 1
        dropIfVacant(id)
    }

    mutating func addLease(in bucket: BucketHandle, to id: ResumableClientSessionID) {
        guard sessions[id]?.buckets.contains(bucket) == false else { return }
        sessions[id]?.buckets.append(bucket)
    }

    mutating func removeLease(in bucket: BucketHandle, from id: ResumableClientSessionID) {
        sessions[id]?.buckets.removeAll { $0 == bucket }
        dropIfVacant(id)
    }
}

/// The recent ends of sessions, for clients that return too late. Ends are forgotten after a time,
/// or if there are too many.
struct RecentSessionEnds {
    private struct Expiry {
        let credentials: SessionResumeCredentials
        let number: UInt64
        let over: Instant
    }

    private var ends: [SessionResumeCredentials: (end: SessionEnd, number: UInt64)] = [:]
    private var order = Queue<Expiry>()
    private var count: UInt64 = 0

    /// Returns the end of a session; nil if the session has not ended, or if its end has been
    /// forgotten.
    mutating func find(_ credentials: SessionResumeCredentials, at now: Instant)
        -> SessionEnd?
    {
        forgetOldest { $0.over <= now }
        return ends[credentials]?.end
    }

    mutating func record(
        _ end: SessionEnd, of credentials: SessionResumeCredentials, until over: Instant,
        at now: Instant,
        _ limits: MemoryLimits
    ) {
        count += 1
        ends[credentials] = (end, count)
        order.append(Expiry(credentials: credentials, number: count, over: over))
        let excess = order.count - limits.endedSessions
        var forgotten = 0
        forgetOldest { entry in
            defer { forgotten += 1 }
            return entry.over <= now || forgotten < excess
        }
    }

    private mutating func forgetOldest(while isOver: (Expiry) -> Bool) {
        while let first = order.first, isOver(first) {
            order.popFirst()
            if ends[first.credentials]?.number == first.number { ends[first.credentials] = nil }
        }
    }
}
