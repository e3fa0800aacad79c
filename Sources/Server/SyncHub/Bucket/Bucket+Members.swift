import SimperiumWire

extension Bucket {
    mutating func join(_ id: MemberID, _ turn: inout HubTurn) throws(MissingFact) {
        guard let member = members[id], member.hearing == .arriving else { return }
        if turn.isShared { try resumeShared(id, &turn) }
        members.change(id) { $0.hearing = .quiet(since: contents.state.head) }
        if !turn.isShared { resume(id, &turn) }
        // Who has a seat has heard of it already.
        if member.seat == nil {
            let hasResumed = members[id]?.lease != nil
            if let secret = member.ownSecret(hasResumed: hasResumed) {
                turn.send(.resume(secret, seat: 0), on: member.channel, to: member.connection)
            }
        }
    }

    /// Tells a newcomer who is away, and from now on who goes and comes back: just before what it
    /// asked for first, so that it hears of nobody's return or end before it was told the rest.
    mutating func meetCompanions(of member: Member, _ turn: inout HubTurn) {
        guard case .quiet = member.hearing, member.extensions.contains(.away),
            presence.companions.insert(member.connection, member.channel)
        else { return }
        presence.emitAbsences(to: member, &turn)
    }

    /// Says what happened since the channel was let in, and from now on what happens.
    mutating func listen(_ id: MemberID, _ turn: inout HubTurn) throws(MissingFact) {
        guard let member = members[id], case .quiet(let since) = member.hearing else { return }
        let missed = since == head ? nil : try history(after: since, turn.limits)
        meetCompanions(of: member, &turn)
        if since != head { answer(missed, to: member, acknowledges: true, &turn) }
        startListening(id)
    }

    mutating func startListening(_ id: MemberID) {
        guard let member = members[id], case .quiet = member.hearing else { return }
        members.change(id) { $0.hearing = .listening }
        listeners.insert(
            member.connection, member.channel, hearsAuthors: member.extensions.contains(.authors))
    }

    /// Takes a member out of everything that is said, at once.
    mutating func silence(_ id: MemberID) {
        guard let member = members[id], member.hearing != .gone else { return }
        if member.hearing == .listening { listeners.remove(member.connection, member.channel) }
        if member.extensions.contains(.away) {
            presence.companions.remove(member.connection, member.channel)
        }
        members.change(id) { $0.hearing = .gone }
    }

    /// Has a channel count no more whose client is on another one. What still comes from there will
    /// be said again here.
    mutating func supersede(_ id: MemberID) {
        silence(id)
        members[id] = nil
    }

    mutating func leave(_ id: MemberID, by farewell: Farewell, _ turn: inout HubTurn) {
        silence(id)
        let keys = isGuarded ? keys(of: id, at: turn.now) ?? OrderedKeys() : nil
        guard let member = members.removeValue(forKey: id) else { return }
        if let keys {
            turn.logs[log]?.departures.leave(id, of: member.connection, owning: keys, in: name)
        }
        release(member, as: id, by: farewell, &turn)
        if let seat = member.seat { turn.seats.removeChannel(from: seat) }
    }
}
