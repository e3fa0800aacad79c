import SimperiumClock
import SimperiumWire

extension Hub {
    /// The session that a client receives, or the reason why it receives none.
    enum SessionAssignment {
        case session(ResumableClientSessionID, after: SessionEnd?)
        /// A later run of the program, or a later connection of this run, has taken the session.
        case refused
        /// No session. The client uses a secret for each of its channels instead.
        case none
    }

    /// Assigns a session to a client that supports sessions. Prefers a session that the client may
    /// claim without a secret, and then the session of the presented secret. Otherwise assigns the
    /// session of the client's connection, or begins a new session.
    mutating func assignSession(
        _ pending: PendingChannel, in log: UserLogID, _ secrets: ResumeSecrets
    ) -> SessionAssignment {
        let clientID = pending.request.clientID
        guard pending.request.knowsSessions else { return .none }
        if let id = sessionClaimedWithoutSecret(by: pending, in: log),
            // For a session from the store, the hub has only the digest, and sends a fresh secret.
            context.sessions[id]?.secret != nil || secrets.fresh != nil,
            transferSession(id, by: pending, replacingUnknownSecretBy: secrets.fresh)
        {
            return .session(id, after: nil)
        }
        var end: SessionEnd?
        if let presented = secrets.resume ?? secrets.own {
            let credentials = SessionResumeCredentials(
                log: log, clientID: clientID, digest: presented.digest)
            if let id = context.sessions.find(credentials) {
                let choosesSecret = secrets.own != nil
                guard transferSession(id, by: pending, choosesSecret: choosesSecret) else {
                    return .refused
                }
                context.sessions.recordMatchingSecret(presented, for: id)
                return .session(id, after: nil)
            }
            end = context.sessions.ends.find(credentials, at: context.clock.now)
        }
        if let id = session(of: pending.connection, for: clientID, in: log) {
            context.sessions.addChannel(to: id)
            return .session(id, after: end)
        }
        guard let secret = secrets.own ?? secrets.fresh else { return .none }
        let credentials = SessionResumeCredentials(
            log: log, clientID: clientID, digest: secret.digest)
        let id = context.sessions.beginSession(credentials, secret, for: pending.connection)
        context.sessions.addChannel(to: id)
        recordSessionDroppingEnded(id, of: pending.connection)
        return .session(id, after: end)
    }

    /// Returns the session that a client asks to take over without the session's secret. Returns
    /// nil if the client does not ask, or has no right to the session. The client's connection must
    /// be signed in as the session's user.
    private func sessionClaimedWithoutSecret(by pending: PendingChannel, in log: UserLogID)
        -> ResumableClientSessionID?
    {
        let clientID = pending.request.clientID
        guard claimsSessionWithoutSecret(pending),
            let account = connections[pending.connection]?.account,
            let proof = context.guardedLogs[log]?.validator.sessionProofObject(
                of: account, as: clientID),
            let slot = buckets.handle(of: log.bucket(proof.bucket)).flatMap(buckets.slot),
            let id = buckets.slots[slot].session(of: proof.key),
            context.sessions[id]?.credentials.clientID == clientID
        else { return nil }
        return id
    }

    private func claimsSessionWithoutSecret(_ pending: PendingChannel) -> Bool {
        pending.request.takesOverSession && pending.request.resume == nil
            && connections[pending.connection]?.account != nil
    }

    private func session(
        of connection: ConnectionID, for clientID: ClientID, in log: UserLogID
    ) -> ResumableClientSessionID? {
        connections[connection]?.sessions.first { id in
            guard let credentials = context.sessions[id]?.credentials else { return false }
            return credentials.log == log && credentials.clientID == clientID
        }
    }

    /// Transfers a session to a connection. Returns false if the session is unknown, or if a later
    /// run of the program or a later connection of the same run has taken it. A run that takes a
    /// session raises the session's number, so earlier runs name a number that is too low.
    /// `choosesSecret` is true for a door, which needs no number.
    ///
    /// The transfer also closes the earlier connection, so later frames of that connection have no
    /// effect.
    private mutating func transferSession(
        _ id: ResumableClientSessionID, by pending: PendingChannel, choosesSecret: Bool = false,
        replacingUnknownSecretBy fresh: SecretWithDigest? = nil
    ) -> Bool {
        guard let session = context.sessions[id] else { return false }
        let connection = pending.connection
        guard session.holder != connection else {
            context.sessions.addChannel(to: id)
            return true
        }
        let connectionNumber = pending.request.connectionNumber
        if let connectionNumber, let last = session.connectionNumber,
            connectionNumber.isEarlierInSameRun(than: last)
        {
            return false
        }
        let named = pending.request.sessionNumber
        let takes = pending.request.takesOverSession || choosesSecret && named == nil
        guard takes || named ?? 0 >= session.number else { return false }
        let number = max(session.number, named ?? 0)
        context.sessions.addChannel(to: id)
        context.sessions.setHolder(
            id, to: connection, by: connectionNumber, number: takes ? session.number + 1 : number)
        if session.secret == nil, let fresh { context.sessions.replaceSecret(of: id, with: fresh) }
        recordSessionDroppingEnded(id, of: connection)
        if let before = session.holder {
            context.effects.append(.note(.takenOver(before, by: connection)))
            close(before, .takenOver)
        }
        for bucket in session.buckets { post(.endSessionAbsence(session.credentials), to: bucket) }
        return true
    }

    /// Adds a session to a connection, and removes the connection's sessions that have ended.
    private mutating func recordSessionDroppingEnded(
        _ id: ResumableClientSessionID, of connection: ConnectionID
    ) {
        let sessions =
            connections[connection]?.sessions.filter { context.sessions[$0] != nil } ?? []
        connections[connection]?.sessions = sessions + [id]
    }

    /// Ends the session of a connection that is gone, or keeps the session for the client's return.
    /// Does nothing if another connection has the session.
    mutating func endOrReleaseSession(
        _ id: ResumableClientSessionID, of connection: ConnectionID, by end: ConnectionEnd
    ) {
        guard let session = context.sessions[id], session.holder == connection else { return }
        if end.cause == nil {
            endSession(id, .goodbye)
        } else {
            context.sessions.releaseSession(id)
        }
        for bucket in session.buckets {
            post(.releaseSession(session.credentials, end), to: bucket)
        }
    }

    /// Removes the objects of a lease whose absence is over, and ends the lease's session if no
    /// connection has the session. Does nothing if the absence has been extended or has ended.
    mutating func expireAbsenceAndSession(of id: PresenceLease.ID, in bucket: BucketHandle) {
        guard let slot = buckets.slot(bucket), let lease = buckets.slots[slot].presence.leases[id],
            let absence = lease.absence, absence.until <= context.now
        else { return }
        if let id = lease.session, let session = context.sessions[id], session.holder == nil {
            endSession(id, .grace)
            for other in session.buckets where other != bucket {
                post(.removeSessionObjects(session.credentials), to: other)
            }
        }
        post(.expireAbsence(of: id), to: bucket)
    }

    /// Ends a session, and stores the reason and the outcome for a client that returns too late.
    /// The caller removes the session's objects afterwards.
    private mutating func endSession(_ id: ResumableClientSessionID, _ reason: SessionEndReason) {
        // A session without leases has no outcome to report.
        guard let session = context.sessions.remove(id),
            let slot = session.buckets.first.flatMap(buckets.slot)
        else { return }
        let (credentials, stamp) = (session.credentials, context.clock.serverTime())
        let outcome = context.guardedLogs[credentials.log]?.validator.sessionOutcome(
            of: credentials.clientID, reason: reason, at: stamp)
        let (end, limits) = (SessionEnd(reason, outcome: outcome), context.limits.memory)
        let over = context.clock.now + limits.endedSessionMemory
        context.sessions.ends.record(
            end, of: credentials, until: over, at: context.clock.now, limits)
        let stored = StoredSessionEnd(
            app: credentials.log.app, user: credentials.log.user, clientID: credentials.clientID,
            secret: credentials.digest, end: end, stamp: stamp)
        let forgotten = stamp - limits.endedSessionMemory
        let bucket = buckets.slots[slot].id
        context.effects.append(.write(.endSeat(stored, forgetting: forgotten, in: bucket)))
    }

    /// Queries the store for the recent ends of sessions, which an earlier process has stored.
    mutating func queryRecentSessionEnds() {
        let question = context.nextQuestionID()
        startupQuestion = question
        let (stamp, limits) = (context.clock.serverTime(), context.limits.memory)
        let query = StoreQuery.seatEnds(
            after: stamp - limits.endedSessionMemory, atMost: limits.endedSessions)
        context.effects.append(.read(question, query))
    }

    /// Records the ends of sessions from the store. A server time in the future comes from a clock
    /// that was set back, and counts as the present.
    mutating func restoreSessionEnds(_ ends: [StoredSessionEnd]) {
        let (now, stamp, limits) = (
            context.clock.now, context.clock.serverTime(), context.limits.memory
        )
        for stored in ends.reversed() {
            let credentials = SessionResumeCredentials(
                log: UserLogID(app: stored.app, user: stored.user), clientID: stored.clientID,
                digest: stored.secret)
            let age = min(max(stamp - stored.stamp, .zero), limits.endedSessionMemory)
            let over = now + (limits.endedSessionMemory - age)
            context.sessions.ends.record(stored.end, of: credentials, until: over, at: now, limits)
        }
    }

    mutating func detachSessions(in bucket: Bucket) {
        context.sessions.bucketsReadingLeases[bucket.handle] = nil
        for session in bucket.members.values.compactMap(\.session) {
            context.sessions.removeChannel(from: session)
        }
        for session in bucket.presence.leases.all.compactMap(\.session) {
            context.sessions.removeLease(in: bucket.handle, from: session)
        }
    }

    /// Opens a client's bucket, and so begins to read the bucket's leases, if the client may have a
    /// session in the log. Returns true if the client must wait until all leases of the log have
    /// been read.
    mutating func beginLeaseReadingIfNeeded(
        _ pending: PendingChannel, as identity: Identity, _ secrets: ResumeSecrets
    ) -> Bool {
        let request = pending.request
        guard request.knowsSessions, let index = connections.index(forKey: pending.connection),
            secrets.resume ?? secrets.own != nil || claimsSessionWithoutSecret(pending),
            connections.values[index].index(of: pending.channel) != nil
        else { return false }
        let bucket = request.bucketID(of: identity)
        guard !isBackedOff(bucket) else { return false }
        runWaitingWork(of: open(bucket))
        return startupQuestion != nil
            || context.sessions.bucketsReadingLeases.values.contains(bucket.log)
    }

    /// Handles the waiting sign-ins again. A sign-in continues to wait while the leases of its log
    /// are being read.
    mutating func continueWaitingSignIns() {
        let waiting = exchange(&waitingSignIns, with: [])
        for (question, result) in waiting { handleAuthorization(question, result) }
    }
}

extension InitRequest {
    fileprivate var knowsSessions: Bool {
        extensions.contains(.resume) && extensions.contains(.rules)
    }

    func bucketID(of identity: Identity) -> BucketID {
        bucket == .options
            ? .optionsBucket(of: app) : BucketID(app: app, user: identity.user, name: bucket)
    }
}
