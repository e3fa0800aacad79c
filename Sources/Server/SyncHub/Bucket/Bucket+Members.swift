import SimperiumWire

extension Bucket {
    /// Makes an arriving channel a member. Gives the channel's client its presence objects back.
    mutating func join(_ id: MemberID, _ context: inout HubContext) {
        guard let member = members[id], member.subscription == .arriving else { return }
        members.changeInPlace(id) { $0.subscription = .quiet(since: contents.state.head) }
        resumeLease(id, &context)
        // A client with a session has already received the session's secret.
        if member.session == nil {
            let hasResumed = members[id]?.lease != nil
            if let secret = member.nextConnectionSecret(hasResumed: hasResumed) {
                context.send(.resume(secret, sessionNumber: 0), to: member)
            }
        }
    }

    /// Sends a quiet member the current absences, and subscribes the member to later absences. Does
    /// nothing if the member's client doesn't support absences, or if the member is already
    /// subscribed.
    ///
    /// The bucket calls this just before it answers the member's first request. So the member
    /// receives no `back` notice for an object that the member doesn't know yet.
    mutating func startSendingAbsences(
        to member: ChannelMembership, _ context: inout HubContext
    ) {
        guard case .quiet = member.subscription, member.extensions.contains(.away),
            presence.subscribers.insert(member.connection, member.channel)
        else { return }
        presence.sendAbsenceNotices(to: member, &context)
    }

    mutating func sendMissedChangesAndSubscribe(_ id: MemberID, _ context: inout HubContext)
        throws(SuspensionReason)
    {
        guard let member = members[id], case .quiet(let since) = member.subscription else { return }
        let missed = since == head ? nil : try historyWithinLimits(after: since, context.limits)
        startSendingAbsences(to: member, &context)
        if since != head { sendChanges(missed, to: member, acknowledges: true, &context) }
        startListening(id)
    }

    mutating func startListening(_ id: MemberID) {
        guard let member = members[id], case .quiet = member.subscription else { return }
        members.changeInPlace(id) { $0.subscription = .listening }
        listeners.insert(
            member.connection, member.channel, namesAuthors: member.extensions.contains(.authors))
    }

    mutating func unsubscribeFromAll(_ id: MemberID) {
        guard let member = members[id], member.subscription != .gone else { return }
        if member.subscription == .listening { listeners.remove(member.connection, member.channel) }
        if member.extensions.contains(.away) {
            presence.subscribers.remove(member.connection, member.channel)
        }
        members.changeInPlace(id) { $0.subscription = .gone }
        lostCursors[id] = nil
    }

    /// Removes a member that a newer channel of the same client replaces. The client sends its
    /// pending changes again on the newer channel.
    mutating func removeSupersededMember(_ id: MemberID, _ context: inout HubContext) {
        unsubscribeFromAll(id)
        if let session = members.removeValue(forKey: id)?.session {
            context.sessions.removeChannel(from: session)
        }
    }

    mutating func removeLeavingMember(
        _ id: MemberID, by end: ConnectionEnd, _ context: inout HubContext
    ) {
        unsubscribeFromAll(id)
        let keys = isGuarded ? presenceKeys(of: id, at: context.now) ?? OrderedSet() : nil
        guard let member = members.removeValue(forKey: id) else {
            context.guardedLogs[self.id.log]?.closedConnections.recordLeftReplacedChannel(id)
            return
        }
        if let keys {
            context.guardedLogs[self.id.log]?.closedConnections.recordLeftChannel(
                id, of: member.connection, owning: keys, in: self.id.name)
        }
        releaseLeases(member, as: id, by: end, &context)
        if let session = member.session { context.sessions.removeChannel(from: session) }
    }
}
