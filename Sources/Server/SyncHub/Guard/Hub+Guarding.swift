package import SimperiumWire

extension Hub {
    /// Returns a log's validator in its current state; nil if the log has no validator or isn't
    /// open.
    package func changeValidator(of log: UserLogID) -> (any ChangeValidator)? {
        context.guardedLogs[log]?.validator
    }

    /// Returns the handle of a bucket, and opens the bucket if necessary. For a guarded bucket,
    /// opens all buckets of the validator.
    mutating func open(_ id: BucketID) -> BucketHandle {
        if let handle = buckets.handle(of: id) { return handle }
        return openAlone(id, isGuarded: openLogIfGuarded(for: id))
    }

    private mutating func openAlone(_ id: BucketID, isGuarded: Bool) -> BucketHandle {
        if let handle = buckets.handle(of: id) { return handle }
        let validator = isGuarded ? nil : validators.bucketValidator(for: id)
        let handle = buckets.add(id, isGuarded: isGuarded, by: validator)
        context.sessions.bucketsReadingLeases[handle] = id.log
        return handle
    }

    func rulesVersion(of id: BucketID) -> Int? {
        guard let validator = context.guardedLogs[id.log]?.validator,
            validator.buckets.contains(id.name)
        else { return nil }
        return validator.rules
    }

    /// Returns true if the log has a validator for this bucket. Creates the validator and opens its
    /// buckets if necessary.
    private mutating func openLogIfGuarded(for id: BucketID) -> Bool {
        if let log = context.guardedLogs[id.log] { return log.validator.buckets.contains(id.name) }
        guard let validator = validators.changeValidator(for: id.log),
            validator.buckets.contains(id.name)
        else { return false }
        context.guardedLogs[id.log] = GuardedLog(validator)
        for name in validator.buckets { openOrRetryForGuard(id.log.bucket(name)) }
        return true
    }

    /// Opens a bucket for the validator of its log. After repeated store failures, schedules the
    /// opening for later. Does nothing if the log is not an open log with a validator.
    mutating func openOrRetryForGuard(_ id: BucketID) {
        guard context.guardedLogs[id.log] != nil else { return }
        if let time = retries.retryTime(of: id, at: context.now) {
            return context.alarms.schedule(.openingRetry(id), at: time)
        }
        runWaitingWork(of: openAlone(id, isGuarded: true))
    }

    /// Returns the presence objects of a change's author, in the order of the channels on the
    /// author's connection. Returns none for an author without a channel.
    func ownedObjects(of author: WorkAuthor, at slot: Int) -> ConnectionPresenceObjects {
        guard case .local(.member(let id)) = author,
            let connection = buckets.slots[slot].connection(of: id)
        else { return ConnectionPresenceObjects() }
        return ownedObjects(of: connection, in: buckets.slots[slot].id.log)
    }

    private func ownedObjects(of id: ConnectionID, in log: UserLogID) -> ConnectionPresenceObjects {
        var objects = ConnectionPresenceObjects()
        var channels: [(member: MemberID, bucket: BucketHandle)] = []
        if let index = connections.index(forKey: id) {
            objects.account = connections.values[index].account
            channels = openChannels(connections.values[index], in: log)
        } else if let closed = context.guardedLogs[log]?.closedConnections[id] {
            (objects, channels) = (closed.ownedObjects, closed.leaving)
        }
        for (member, bucket) in channels {
            guard let slot = buckets.slot(bucket),
                let keys = buckets.slots[slot].presenceKeys(of: member, at: context.now)
            else { continue }
            objects.add(keys, in: buckets.slots[slot].id.name)
        }
        return objects
    }

    private func openChannels(
        _ connection: Connection, in log: UserLogID
    ) -> [(member: MemberID, bucket: BucketHandle)] {
        connection.channels.compactMap { channel in
            guard case .open(let member, let handle, _) = channel.stage,
                let slot = buckets.slot(handle), buckets.slots[slot].id.log == log
            else { return nil }
            return (member, handle)
        }
    }

    /// Keeps the keys of a closed connection's presence objects, for the validation of the
    /// connection's waiting changes.
    mutating func retainObjectsForWaitingChanges(of connection: Connection, _ id: ConnectionID) {
        for log in buckets.guardedLogs(of: connection) {
            let leaving = openChannels(connection, in: log)
            context.guardedLogs[log]?.closedConnections.insert(id, of: connection.account, leaving)
        }
    }

    /// Removes outdated members from the presence objects of a connection that no longer belongs to
    /// `user`.
    mutating func correctObjectsAfterSignOut(of connection: ConnectionID, from user: UserID) {
        for log in connections[connection].map(buckets.guardedLogs(of:)) ?? [] {
            let objects = ownedObjects(of: connection, in: log)
            let corrections = context.guardedLogs[log]?.validator.membersToRemove(
                from: objects, signingOut: user)
            for correction in corrections ?? [] {
                guard let bucket = buckets.handle(of: log.bucket(correction.bucket)) else {
                    continue
                }
                post(.removeOutdatedMember(correction.key, without: correction.member), to: bucket)
            }
        }
    }

    /// Returns true if the hub may drop a bucket. The buckets of a `ChangeValidator` are only
    /// dropped together.
    func canDropBucket(_ slot: Int) -> Bool {
        // The cheap check comes first, because the second one copies the bucket.
        guard buckets.slots[slot].members.isEmpty, buckets.slots[slot].isUnused else {
            return false
        }
        guard let log = buckets.slots[slot].guardedLog else { return true }
        return guardedSlots(of: log).allSatisfy { buckets.slots[$0].isUnused }
    }

    /// Drops a bucket. If it is guarded, all guarded buckets of its log are dropped, and so is the
    /// validator.
    mutating func dropBucket(_ handle: BucketHandle) {
        defer { pruneBegunBucketCounts() }
        guard let slot = buckets.slot(handle), let log = buckets.slots[slot].guardedLog else {
            return buckets.remove(handle)
        }
        for other in guardedSlots(of: log) {
            buckets.remove(buckets.slots[other].handle)
        }
        context.guardedLogs[log] = nil
    }

    /// Forgets the counts in `begunBuckets` for logs without an open bucket, if there are many
    /// counts.
    private mutating func pruneBegunBucketCounts() {
        guard context.begunBuckets.count > buckets.count * 2 + 1_000 else { return }
        let open = buckets.logs
        context.begunBuckets = context.begunBuckets.filter { open.contains($0.key) }
    }

    private func guardedSlots(of log: UserLogID) -> [Int] {
        (context.guardedLogs[log]?.validator.buckets ?? []).compactMap { name in
            buckets.handle(of: log.bucket(name)).flatMap(buckets.slot)
        }
    }
}

extension BucketTable {
    fileprivate func guardedLogs(of connection: Connection) -> [UserLogID] {
        var logs: [UserLogID] = []
        for channel in connection.channels {
            guard case .open(_, let handle, _) = channel.stage, let slot = slot(handle),
                slots[slot].isGuarded
            else { continue }
            let log = slots[slot].id.log
            if !logs.contains(log) { logs.append(log) }
        }
        return logs
    }
}
