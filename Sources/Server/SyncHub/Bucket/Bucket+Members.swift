import SimperiumWire

extension Bucket {
    mutating func admitArrivingMember(_ id: MemberID, _ context: inout HubContext)
        throws(SuspensionReason)
    {
        guard let member = members[id], member.hearing == .arriving else { return }
        members.change(id) { $0.hearing = .quiet(since: contents.state.head) }
        resumeLease(id, &context)
        // A client with a session has been sent its secret already.
        if member.session == nil {
            let hasResumed = members[id]?.lease != nil
            if let secret = member.nextConnectionSecret(hasResumed: hasResumed) {
                context.send(
                    .resume(secret, sessionNumber: 0), on: member.channel, to: member.connection)
            }
        }
    }

    /// Sends a new member the present absences, if its client supports them, and subscribes it to
    /// later ones.
    ///
    /// Runs just before the answer to the member's first request. So the member receives no return
    /// or end of an object that it doesn't know yet.
    mutating func addAbsenceSubscription(of member: Member, _ context: inout HubContext) {
        guard case .quiet = member.hearing, member.extensions.contains(.away),
            presence.companions.insert(member.connection, member.channel)
        else { return }
        presence.emitAbsences(to: member, &context)
    }

    /// Sends the member the changes since it joined, and subscribes it to later ones.
    mutating func sendMissedAndSubscribe(_ id: MemberID, _ context: inout HubContext)
        throws(SuspensionReason)
    {
        guard let member = members[id], case .quiet(let since) = member.hearing else { return }
        let missed = since == head ? nil : try historyWithinLimits(after: since, context.limits)
        addAbsenceSubscription(of: member, &context)
        if since != head { sendChanges(missed, to: member, acknowledges: true, &context) }
        startListening(id)
    }

    mutating func startListening(_ id: MemberID) {
        guard let member = members[id], case .quiet = member.hearing else { return }
        members.change(id) { $0.hearing = .listening }
        listeners.insert(
            member.connection, member.channel, hearsAuthors: member.extensions.contains(.authors))
    }

    /// Unsubscribes a member from changes and absences, at once.
    mutating func unsubscribeFromAll(_ id: MemberID) {
        guard let member = members[id], member.hearing != .gone else { return }
        if member.hearing == .listening { listeners.remove(member.connection, member.channel) }
        if member.extensions.contains(.away) {
            presence.companions.remove(member.connection, member.channel)
        }
        members.change(id) { $0.hearing = .gone }
        lostCursors[id] = nil
    }

    /// Removes a member that a newer channel of its client replaces. The client sends its pending
    /// changes again on that channel.
    mutating func removeSupersededMember(_ id: MemberID) {
        unsubscribeFromAll(id)
        members[id] = nil
    }

    mutating func leave(_ id: MemberID, by farewell: ConnectionEnd, _ context: inout HubContext) {
        unsubscribeFromAll(id)
        let keys = isGuarded ? presenceKeys(of: id, at: context.now) ?? OrderedKeys() : nil
        guard let member = members.removeValue(forKey: id) else {
            context.logs[log]?.departures.leaveReplaced(id)
            return
        }
        if let keys {
            context.logs[log]?.departures.leave(id, of: member.connection, owning: keys, in: name)
        }
        releaseLeases(member, as: id, by: farewell, &context)
        if let session = member.session { context.sessions.removeChannel(from: session) }
    }
}
