import Simperium

/// A channel, as the bucket on it sees it.
struct Member {
    /// What it hears of the bucket's changes.
    enum Hearing: Hashable {
        /// Nothing: it has not been let in yet.
        case arriving
        /// Nothing until it asks for something, so as not to hear the latest before what it missed.
        case reticent(since: Ordinal)
        case listening
        /// Nothing any more: its connection is gone, or another one has taken its place.
        case gone
    }

    let connection: ConnectionID
    let channel: ChannelNumber
    let identity: Identity
    let clientID: ClientID
    let extensions: InitRequest.Extensions
    /// What it must show to have its presence objects back.
    let secret: ResumeSecret?
    /// What it says to be owed from an earlier connection.
    let resumes: ResumeSecret?
    /// node-simperium blocks a key for good after some answers that are right for all others.
    let isNode: Bool
    /// What it owns in the bucket, if anything.
    var lease: Lease.ID?
    var hearing = Hearing.arriving

    init(
        _ request: InitRequest, _ identity: Identity, secret: ResumeSecret?,
        on channel: ChannelNumber, of connection: ConnectionID
    ) {
        self.connection = connection
        self.channel = channel
        self.identity = identity
        clientID = request.clientID
        extensions = request.extensions
        let canResume = request.extensions.contains(.resume)
        self.secret = canResume ? secret : nil
        resumes = canResume ? request.resume : nil
        isNode = request.library == "node-simperium"
    }
}

extension Bucket {
    mutating func join(_ id: MemberID, _ turn: inout Turn) {
        guard let member = members[id], member.hearing == .arriving else { return }
        members[id]?.hearing = .reticent(since: head)
        resume(id, &turn)
        let resumed = members[id]?.lease.flatMap { leases[$0]?.owner.secret }
        if let secret = resumed ?? member.secret {
            turn.send(.resume(secret), on: member.channel, to: member.connection)
        }
        if member.extensions.contains(.away) {
            companions.insert(member.connection, member.channel)
            tellWhoIsAway(member, &turn)
        }
    }

    /// Says what happened since the channel was let in, and from now on what happens.
    mutating func listen(_ id: MemberID, _ turn: inout Turn) throws(Gap) {
        guard let member = members[id], case .reticent(let since) = member.hearing else { return }
        if since < head { answer(try history(after: since, turn.limits), to: member, &turn) }
        startListening(id)
    }

    mutating func startListening(_ id: MemberID) {
        guard let member = members[id], case .reticent = member.hearing else { return }
        members[id]?.hearing = .listening
        listeners.insert(member.connection, member.channel)
    }

    /// Takes a member out of everything that is said, at once.
    mutating func silence(_ id: MemberID) {
        guard let member = members[id], member.hearing != .gone else { return }
        if member.hearing == .listening { listeners.remove(member.connection, member.channel) }
        if member.extensions.contains(.away) {
            companions.remove(member.connection, member.channel)
        }
        members[id]?.hearing = .gone
    }

    mutating func leave(_ id: MemberID, _ farewell: Farewell, _ turn: inout Turn) {
        silence(id)
        guard let member = members.removeValue(forKey: id) else { return }
        release(by: member, id, farewell, &turn)
    }
}
