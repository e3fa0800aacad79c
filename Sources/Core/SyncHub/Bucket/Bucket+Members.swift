import SimperiumWire

extension Bucket {
    mutating func join(_ id: MemberID, _ turn: inout HubTurn) {
        guard let member = members[id], member.hearing == .arriving else { return }
        members[id]?.hearing = .quiet(since: contents.state.head)
        resume(id, &turn)
        // Who has a seat has heard of it already.
        if member.seat == nil {
            let hasResumed = members[id]?.lease != nil
            if let secret = member.ownSecrets?.told(hasResumed: hasResumed) {
                turn.send(.resume(secret, seat: 0), on: member.channel, to: member.connection)
            }
        }
        if member.extensions.contains(.away) {
            presence.companions.insert(member.connection, member.channel)
            presence.emitAbsences(to: member, &turn)
        }
    }

    /// Says what happened since the channel was let in, and from now on what happens.
    mutating func listen(_ id: MemberID, _ turn: inout HubTurn) throws(MissingFact) {
        guard let member = members[id], case .quiet(let since) = member.hearing else { return }
        if since != head { answer(try history(after: since, turn.limits), to: member, &turn) }
        startListening(id)
    }

    mutating func startListening(_ id: MemberID) {
        guard let member = members[id], case .quiet = member.hearing else { return }
        members[id]?.hearing = .listening
        listeners.insert(member.connection, member.channel)
    }

    /// Takes a member out of everything that is said, at once.
    mutating func silence(_ id: MemberID) {
        guard let member = members[id], member.hearing != .gone else { return }
        if member.hearing == .listening { listeners.remove(member.connection, member.channel) }
        if member.extensions.contains(.away) {
            presence.companions.remove(member.connection, member.channel)
        }
        members[id]?.hearing = .gone
    }

    mutating func leave(_ id: MemberID, by farewell: Farewell, _ turn: inout HubTurn) {
        silence(id)
        guard let member = members.removeValue(forKey: id) else { return }
        release(member, as: id, by: farewell, &turn)
        if let seat = member.seat { turn.seats.removeChannel(from: seat) }
    }
}
