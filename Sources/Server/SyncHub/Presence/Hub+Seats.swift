import SimperiumClock
import SimperiumWire

extension Hub {
    /// What a client that knows seats is given, or why it gets nothing.
    enum Seating {
        case seat(SeatID, after: SeatEnd?)
        /// Somebody has the seat who took it over from this client.
        case refused
        /// The client has a secret for each of its channels.
        case none
    }

    /// Seats a client: where its secret says, or beside the channels that its connection has, or on
    /// a seat of its own.
    mutating func seat(
        _ pending: PendingChannel, in log: LogID, _ proofs: Proofs
    ) -> Seating {
        let clientID = pending.request.clientID
        guard pending.request.knowsSeats else { return .none }
        if let id = seat(ofHolder: pending, in: log), canTell(of: id, proofs),
            take(id, by: pending, ownsSecret: false, else: proofs.fresh)
        {
            return .seat(id, after: nil)
        }
        var end: SeatEnd?
        if let shown = proofs.resume ?? proofs.own {
            let claim = Seat.Claim(log: log, clientID: clientID, proof: shown.digest)
            if let id = turn.seats.find(claim) {
                guard take(id, by: pending, ownsSecret: proofs.own != nil) else { return .refused }
                turn.seats.hear(shown, for: id)
                return .seat(id, after: nil)
            }
            end = turn.seats.ends.find(claim, at: turn.clock.now)
        }
        if let id = seat(of: pending.connection, for: clientID, in: log) {
            turn.seats.addChannel(to: id)
            return .seat(id, after: end)
        }
        guard let secret = proofs.own ?? proofs.fresh else { return .none }
        let claim = Seat.Claim(log: log, clientID: clientID, proof: secret.digest)
        let id = turn.seats.begin(claim, secret, for: pending.connection)
        turn.seats.addChannel(to: id)
        note(id, of: pending.connection)
        return .seat(id, after: end)
    }

    /// The seat that a client would like to take over without its secret, on a connection that
    /// belongs to the user whose seat it is.
    private func seat(ofHolder pending: PendingChannel, in log: LogID) -> SeatID? {
        let clientID = pending.request.clientID
        guard asksAsHolder(pending), let account = connections[pending.connection]?.account,
            let token = turn.logs[log]?.guard.token(of: account, as: clientID),
            let slot = buckets.handle(of: log.bucket(token.bucket)).flatMap(buckets.slot),
            let id = buckets.slots[slot].seat(of: token.key),
            turn.seats[id]?.claim.clientID == clientID
        else { return nil }
        return id
    }

    /// Whether there is a secret to be told of. The store has none.
    private func canTell(of id: SeatID, _ proofs: Proofs) -> Bool {
        // Other hubs would not know another one.
        turn.seats[id]?.secret != nil || proofs.fresh != nil && !turn.isShared
    }

    private func asksAsHolder(_ pending: PendingChannel) -> Bool {
        pending.request.takes && pending.request.resume == nil
            && connections[pending.connection]?.account != nil
    }

    private func seat(
        of connection: ConnectionID, for clientID: ClientID, in log: LogID
    ) -> SeatID? {
        connections[connection]?.seats.first { id in
            guard let claim = turn.seats[id]?.claim else { return false }
            return claim.log == log && claim.clientID == clientID
        }
    }

    /// Has a connection take a seat; false if another run of its program has it by now.
    ///
    /// In one step: nothing that comes from the connection before counts any more.
    private mutating func take(
        _ id: SeatID, by pending: PendingChannel, ownsSecret: Bool,
        else fresh: ProvenSecret? = nil
    ) -> Bool {
        guard let seat = turn.seats[id] else { return false }
        let connection = pending.connection
        guard seat.holder != connection else {
            turn.seats.addChannel(to: id)
            return true
        }
        let line = pending.request.line
        if let line, let last = seat.line, line.isEarlier(than: last) { return false }
        let named = pending.request.seat
        let takes = pending.request.takes || ownsSecret && named == nil
        guard takes || named ?? 0 >= seat.number else { return false }
        let number = max(seat.number, named ?? 0)
        turn.seats.addChannel(to: id)
        turn.seats.pass(
            id, to: connection, by: line, number: takes ? seat.number + 1 : number)
        if seat.secret == nil, let fresh { turn.seats.give(fresh, to: id) }
        note(id, of: connection)
        if let before = seat.holder {
            turn.effects.append(.note(.takenOver(before, by: connection)))
            close(before, .takenOver)
        }
        for bucket in seat.buckets { post(.retake(seat.claim), to: bucket) }
        return true
    }

    /// Takes note that a connection has a seat. Those it had on channels that have begun anew, and
    /// in which there was nothing, are no more.
    private mutating func note(_ id: SeatID, of connection: ConnectionID) {
        let seats = connections[connection]?.seats.filter { turn.seats[$0] != nil } ?? []
        connections[connection]?.seats = seats + [id]
    }

    /// What becomes of a connection's seat when it is gone.
    mutating func vacate(_ id: SeatID, of connection: ConnectionID, by farewell: Farewell) {
        guard let seat = turn.seats[id], seat.holder == connection else { return }
        if farewell.cause == nil { end(id, .goodbye) } else { turn.seats.vacate(id) }
        for bucket in seat.buckets { post(.vacate(seat.claim, farewell), to: bucket) }
    }

    /// What a lease has waited for has not come.
    mutating func endGrace(of id: Lease.ID, in bucket: BucketHandle) {
        guard let slot = buckets.slot(bucket), let lease = buckets.slots[slot].presence.leases[id],
            let absence = lease.absence, absence.until <= turn.now
        else { return }
        if let id = lease.seat, let seat = turn.seats[id], seat.holder == nil {
            end(id, .grace)
            for other in seat.buckets where other != bucket {
                post(.forfeit(seat.claim), to: other)
            }
        }
        post(.graceOver(id), to: bucket)
    }

    /// Ends a seat, before anything that belongs to it goes.
    private mutating func end(_ id: SeatID, _ why: SeatEnd.Why) {
        // Of one in which nobody ever did anything there is nothing to tell.
        guard let seat = turn.seats.end(id), let slot = seat.buckets.first.flatMap(buckets.slot)
        else { return }
        let (claim, stamp) = (seat.claim, turn.clock.stamp())
        let outcome = turn.logs[claim.log]?.guard.ending(of: claim.clientID, why: why, at: stamp)
        let (end, limits) = (SeatEnd(why, outcome: outcome), turn.limits.memory)
        let over = turn.clock.now + limits.endedSeatMemory
        turn.seats.ends.note(end, of: claim, until: over, at: turn.clock.now, limits)
        let stored = StoredSeatEnd(
            app: claim.log.app, user: claim.log.user, clientID: claim.clientID,
            secret: claim.proof, end: end, stamp: stamp)
        let forgotten = stamp - limits.endedSeatMemory
        let bucket = buckets.slots[slot].id
        // On an engine that other hubs share each remembers what it has seen.
        guard !turn.isShared else { return }
        turn.effects.append(.write(.endSeat(stored, forgetting: forgotten, in: bucket)))
    }

    /// Asks how seats ended of late that another process had.
    mutating func findSeatEnds() {
        let question = turn.nextQuestion()
        presenceQuestion = question
        let (stamp, limits) = (turn.clock.stamp(), turn.limits.memory)
        let query = StoreQuery.seatEnds(
            after: stamp - limits.endedSeatMemory, atMost: limits.endedSeats)
        turn.effects.append(.read(question, query))
    }

    /// Takes note of that. A stamp of the future is of a clock that was set back.
    mutating func recall(_ ends: [StoredSeatEnd]) {
        let (now, stamp, limits) = (turn.clock.now, turn.clock.stamp(), turn.limits.memory)
        for stored in ends.reversed() {
            let claim = Seat.Claim(
                log: LogID(app: stored.app, user: stored.user), clientID: stored.clientID,
                proof: stored.secret)
            let age = min(max(stamp - stored.stamp, .zero), limits.endedSeatMemory)
            let over = now + (limits.endedSeatMemory - age)
            turn.seats.ends.note(stored.end, of: claim, until: over, at: now, limits)
        }
    }

    /// Forgets what seats had in a bucket that the hub gives up.
    mutating func loseSeats(in bucket: Bucket) {
        turn.seats.readings.forget(bucket.handle)
        for seat in bucket.members.values.compactMap(\.seat) {
            turn.seats.removeChannel(from: seat)
        }
        for seat in bucket.presence.leases.all.compactMap(\.seat) {
            turn.seats.removeLease(in: bucket.handle, from: seat)
        }
    }
}

extension Hub {
    /// Whether a client must wait before it can be said whether it has a seat already: until it is
    /// known what is owned in its log.
    mutating func mustWait(
        _ pending: inout PendingChannel, as identity: Identity, _ proofs: Proofs
    ) -> Bool {
        let request = pending.request
        guard request.knowsSeats, let index = connections.index(forKey: pending.connection),
            proofs.resume ?? proofs.own != nil || asksAsHolder(pending),
            connections.values[index].index(of: pending.channel) != nil
        else { return false }
        let bucket = request.bucketID(of: identity)
        guard !isResting(bucket) else { return false }
        run(open(bucket))
        if turn.isShared, pending.awaited == nil, !isSeated(pending, in: bucket.log, proofs) {
            let reading = reading(for: pending.connection, in: bucket.log)
            pending.awaited = (bucket.log, reading)
        }
        let needed = pending.awaited?.reading ?? .opening
        return presenceQuestion != nil
            || turn.seats.readings.isExpecting(of: bucket.log, upTo: needed)
    }

    /// What must be read in a log for a connection, once for all channels that it begins meanwhile:
    /// from the first one on its client is here.
    private mutating func reading(
        for connection: ConnectionID, in log: LogID
    ) -> SeatReadings.Number {
        for channel in connections[connection]?.channels ?? [] {
            if case .authorizing(let question) = channel.stage,
                let awaited = pendingChannels[question]?.awaited, awaited.log == log
            {
                return awaited.reading
            }
        }
        recallSeats(of: log)
        return turn.seats.readings.latest
    }

    /// Whether a connection has the seat already that its client shows the secret of. What is known
    /// of another one may be of the time before it was at another hub.
    private func isSeated(_ pending: PendingChannel, in log: LogID, _ proofs: Proofs) -> Bool {
        guard let shown = proofs.resume ?? proofs.own else { return false }
        let clientID = pending.request.clientID
        let claim = Seat.Claim(log: log, clientID: clientID, proof: shown.digest)
        return turn.seats.find(claim).flatMap { turn.seats[$0]?.holder } == pending.connection
    }

    /// Goes on with those who had to wait for that.
    mutating func admitWaiting() {
        let waiting = exchange(&arrivals, with: [])
        for (question, answer) in waiting { authorized(question, answer) }
    }
}

extension InitRequest {
    fileprivate var knowsSeats: Bool {
        extensions.contains(.resume) && extensions.contains(.rules)
    }

    func bucketID(of identity: Identity) -> BucketID {
        bucket == .options
            ? .options(of: app) : BucketID(app: app, user: identity.user, name: bucket)
    }
}
