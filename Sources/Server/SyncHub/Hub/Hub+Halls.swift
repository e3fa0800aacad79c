import SimperiumJSON
package import SimperiumWire

/// Halls. To the hub, each hall is a user. The hub only passes messages about halls between clients
/// and the server program.
extension Hub {
    /// Returns true if a connection has another open channel of this user, or an authorised channel
    /// that waits until the sessions have been read.
    package func hasOtherChannel(
        _ log: UserLogID, _ id: ConnectionID, besides number: ChannelNumber
    ) -> Bool {
        connections[id]?.channels.contains { channel in
            guard channel.number != number else { return false }
            switch channel.stage {
            case .open(_, let bucket, _): return buckets.slot(bucket).map(log(at:)) == log
            case .elsewhere: return false
            case .authorizing(let question):
                return arrivals.contains { arrival in
                    guard arrival.0 == question, case .granted(let identity, _) = arrival.1 else {
                        return false
                    }
                    return identity.user == log.user
                }
            }
        } ?? false
    }

    /// Returns true if a client has a session with this secret in a log, with or without a
    /// connection.
    package func hasSession(
        of clientID: ClientID, in log: UserLogID, _ proof: SecretDigest
    ) -> Bool {
        context.sessions.find(
            ClientSession.SessionCredentials(log: log, clientID: clientID, proof: proof)) != nil
    }

    private func log(at slot: Int) -> UserLogID { buckets.slots[slot].log }

    /// Sends the first messages on a channel: the user name, and then the name of the hall if the
    /// client must be sent it.
    mutating func sendUserAndHall(
        _ identity: Identity, on number: ChannelNumber, of id: ConnectionID
    ) {
        context.send(.authorized(identity.name), on: number, to: id)
        guard let hall = identity.hall else { return }
        context.send(.options(["hall": JSON(hall)]), on: number, to: id)
    }

    mutating func passQuestionToServerProgram(
        _ question: JSONObject, by member: MemberID, in bucket: BucketHandle
    ) {
        guard let slot = buckets.slot(bucket),
            let (id, channel) = buckets.slots[slot].channel(of: member)
        else { return }
        context.effects.append(.inquire(id, on: channel, question))
    }
}
