import SimperiumClock
import SimperiumWire

extension Hub {
    mutating func addConnection(_ id: ConnectionID, app: AppID?) {
        precondition(connections[id] == nil, "two connections have the same name")
        connections[id] = Connection(app: app, within: context.limits, at: context.now)
        context.alarms.schedule(.idleTimeout(id), at: context.now + context.limits.silence)
        context.effects.append(.note(.opened(id)))
    }

    mutating func removeConnection(_ id: ConnectionID, _ end: ConnectionEnd) {
        // If the connection is unknown, the hub has already closed it.
        guard let connection = connections.removeValue(forKey: id) else { return }
        retainObjectsForWaitingChanges(of: connection, id)
        context.effects.append(.note(.closed(id, end)))
        context.effects.append(.ended(id))
        removeAlarmsOfClosedConnections()
        // All channels are unsubscribed first, so that the end of a channel is not sent on another
        // channel.
        for channel in connection.channels { unsubscribeFromChanges(channel) }
        for session in connection.sessions { endOrReleaseSession(session, of: id, by: end) }
        for channel in connection.channels { endMembership(channel, end) }
    }

    /// Removes the alarms of closed connections, if there are many alarms. Reads a copy of the
    /// connections, because `context` is being changed.
    private mutating func removeAlarmsOfClosedConnections() {
        let others = connections
        context.alarms.pruneIfMany { others[$0] == nil }
    }

    /// Closes a connection. Its presence objects are kept for the client's return, as after a
    /// broken connection.
    mutating func close(_ id: ConnectionID, _ ending: DisconnectReason) {
        guard connections[id] != nil else { return }
        context.effects.append(.close(id, ending))
        removeConnection(id, .broken)
    }

    mutating func receive(_ frame: [UInt8], from id: ConnectionID) {
        // A frame of a connection that the hub has closed may still arrive.
        guard let index = connections.index(forKey: id) else { return }
        connections.values[index].idleTimeout.lastActivity = context.now
        if connections.values[index].hasHadForwardedChannel, forwardFrame(frame, from: id) {
            return
        }
        guard frame.count <= context.limits.promptWork else {
            return receive(long: frame, from: id)
        }
        receive(short: frame, from: id)
    }

    mutating func receive(short frame: [UInt8], from id: ConnectionID) {
        do throws(WireError) {
            switch try ClientMessage(frame: frame.span) {
            case .heartbeat(let beat):
                context.effects.append(.send(HubMessage.heartbeat(beat + 1).frame, to: id))
            case .log(let line): logAndChargeFrame(frame, of: id, .logged(id, line))
            case .command(let command, let channel):
                receive(command, in: frame, on: channel, from: id)
            case .unknown: logAndChargeFrame(frame, of: id, .ignored(id))
            }
        } catch {
            let head = ClientFrameBeginning(of: frame)
            guard head.isInit, let channel = head.channel else {
                return logAndChargeFrame(frame, of: id, .unreadable(id, error))
            }
            // A client waits for the answer to its `init`.
            context.effects.append(.note(.unreadable(id, error)))
            beginChannel(.failure(.malformed), bytes: frame.count, on: channel, of: id)
        }
    }

    private mutating func receive(
        _ command: ClientCommand, in frame: [UInt8], on channel: ChannelNumber,
        from id: ConnectionID
    ) {
        if case .initialize(let request) = command {
            return beginChannel(request, bytes: frame.count, on: channel, of: id)
        }
        guard let index = connections.index(forKey: id) else { return }
        let isOverwhelmed = isBucketOverwhelmed(on: channel, at: index)
        let admission = connections.values[index].admit(
            command, in: frame, on: channel, at: context.now, context.limits,
            isOverwhelmed: isOverwhelmed)
        if case .never = admission { return logAndChargeFrame(frame, of: id, .ignored(id)) }
        apply(admission, to: channel, of: id)
    }

    /// Logs and charges a frame without an effect. Closes the connection if its allowance is used
    /// up.
    mutating func logAndChargeFrame(_ frame: [UInt8], of id: ConnectionID, _ note: LogEvent) {
        context.effects.append(.note(note))
        let isPaid = connections.changeInPlace(id) {
            $0.chargeIfAllowanceLeft(bytes: frame.count, at: context.now, context.limits)
        }
        if isPaid == false { close(id, .tooMuch) }
    }

    func isBucketOverwhelmed(
        on channel: ChannelNumber, at index: Dictionary<ConnectionID, Connection>.Index
    ) -> Bool {
        connections.values[index].bucket(on: channel).map(isOverwhelmed) ?? false
    }

    /// Charges connections for work whose amount was unknown when the hub charged the commands, and
    /// stops counting the bytes of finished changes.
    mutating func applyChargeCorrections() {
        while let correction = context.chargeCorrections.popLast() {
            switch correction {
            case .commands(let commands, let id):
                connections.changeInPlace(id) { $0.charge(commands, at: context.now) }
            case .finishedBytes(let bytes, let id):
                connections.changeInPlace(id) { $0.stopCountingChangeBytes(bytes) }
            }
        }
    }

    /// Performs the waiting commands of a channel, as far as they are admitted.
    mutating func carryOutWaitingCommands(on channel: ChannelNumber, of id: ConnectionID) {
        while let index = connections.index(forKey: id) {
            applyChargeCorrections()
            let isOverwhelmed = isBucketOverwhelmed(on: channel, at: index)
            let admission = connections.values[index].admitNext(
                on: channel, at: context.now, context.limits, isOverwhelmed: isOverwhelmed)
            apply(admission, to: channel, of: id)
            guard case .now = admission else { return }
        }
    }

    mutating func apply(
        _ admission: Connection.CommandAdmission, to channel: ChannelNumber, of id: ConnectionID
    ) {
        switch admission {
        case .now(let member, let bucket, let command, let bytes):
            carryOut(command, of: member, in: bucket, on: id, bytes: bytes)
        case .later: break
        case .unread(let frame): parseOffThread(frame, on: channel, of: id)
        case .delayed(let until): delayCommands(id, until)
        case .tooMuch: close(id, .tooMuch)
        case .never: context.effects.append(.note(.ignored(id)))
        }
    }

    private mutating func delayCommands(_ id: ConnectionID, _ until: Instant) {
        guard connections[id]?.isDelayed == false else { return }
        connections[id]?.isDelayed = true
        context.alarms.schedule(.endOfDelay(id), at: max(until, context.now))
        context.effects.append(.note(.delayed(id)))
    }

    mutating func endDelay(of id: ConnectionID) {
        connections[id]?.isDelayed = false
        for channel in connections[id]?.channels.map(\.number) ?? [] {
            carryOutWaitingCommands(on: channel, of: id)
        }
    }

    /// Closes a connection that has been silent for too long; otherwise sets the next alarm if the
    /// check is due.
    mutating func checkIdleTimeout(of id: ConnectionID) {
        guard let index = connections.index(forKey: id) else { return }
        // A congested connection isn't read. `IncomingWebClient.pingOrEndLate` checks that the
        // client reads its output.
        let isCongested = connections.values[index].isCongested
        let status = connections.values[index].idleTimeout.idleStatus(
            at: context.now, usual: context.limits.silence, isCongested: isCongested)
        switch status {
        case .alive(let until): context.alarms.schedule(.idleTimeout(id), at: until)
        case .silent: close(id, .silence)
        case .notDue: break
        }
    }

    mutating func recordActivity(_ id: ConnectionID) {
        guard let index = connections.index(forKey: id) else { return }
        connections.values[index].idleTimeout.lastActivity = context.now
    }

    mutating func recordPromisedHeartbeats(every seconds: Int, by id: ConnectionID) {
        guard let index = connections.index(forKey: id),
            let due = connections.values[index].idleTimeout.recordPromisedHeartbeats(
                every: seconds, usual: context.limits.silence)
        else { return }
        context.alarms.schedule(.idleTimeout(id), at: due)
    }

    /// Returns true if a long frame with this beginning should be read to its end: if the frame may
    /// be for another server, or if the bucket of its channel is not guarded. Guarded objects are
    /// small.
    ///
    /// If the frame names no open channel, returns true if the connection's app is known and none
    /// of the connection's open buckets is guarded.
    package func shouldReceiveMessage(_ head: Span<UInt8>, from id: ConnectionID) -> Bool {
        guard let connection = connections[id] else { return false }
        if connection.hasHadForwardedChannel { return true }
        let open = connection.channels.compactMap { channel -> (ChannelNumber, BucketHandle)? in
            guard case .open(_, let bucket, _) = channel.stage else { return nil }
            return (channel.number, bucket)
        }
        let number = ClientFrameBeginning(head).channel
        if let (_, bucket) = open.first(where: { $0.0 == number }) { return !isGuarded(bucket) }
        let hasApp = connection.app != nil || !open.isEmpty
        return hasApp && !open.contains { isGuarded($0.1) }
    }

    /// Returns the size of a connection's commands that wait on a channel or in a bucket, in bytes.
    package func waitingCommandBytes(of id: ConnectionID) -> Int { connections[id]?.heldBytes ?? 0 }

    private func isGuarded(_ bucket: BucketHandle) -> Bool {
        buckets.slot(bucket).map { buckets.slots[$0].isGuarded } == true
    }

    /// Charges a frame that was too long to be kept. Refuses the change in the frame if the frame's
    /// beginning names an open channel; otherwise ignores the frame.
    mutating func chargeAndRefuseOverlongFrame(_ head: [UInt8], bytes: Int, from id: ConnectionID) {
        guard let index = connections.index(forKey: id) else { return }
        connections.values[index].idleTimeout.lastActivity = context.now
        connections.values[index].charge(
            1 + context.limits.pace.commands(inBytes: bytes), at: context.now)
        let frame = ClientFrameBeginning(head.span)
        guard let channel = frame.channel.flatMap(connections.values[index].index(of:)),
            case .open(let member, let bucket, _) =
                connections.values[index].channels[channel].stage
        else { return context.effects.append(.note(.ignored(id))) }
        post(.refuse(frame.overlongFirstChange(bytes: bytes), by: member), to: bucket)
    }

    mutating func resumeAfterCongestion(_ id: ConnectionID) {
        guard connections[id] != nil else { return }
        connections[id]?.isCongested = false
        connections[id]?.idleTimeout.lastActivity = context.now
        for channel in connections[id]?.channels.map(\.number) ?? [] {
            carryOutWaitingCommands(on: channel, of: id)
        }
    }
}
