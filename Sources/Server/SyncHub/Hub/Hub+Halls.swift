import SimperiumJSON
package import SimperiumWire

/// A hub knows no halls: each is a user to it. It passes on what clients and the program around it
/// say to each other of them.
extension Hub {
    /// Whether a connection has channels of a user's, besides that one; or may have, because
    /// something is still to be read before they begin.
    package func isIn(
        _ log: LogID, _ id: ConnectionID, besides number: ChannelNumber
    ) -> Bool {
        connections[id]?.channels.contains { channel in
            guard channel.number != number else { return false }
            switch channel.stage {
            case .open(_, let bucket, _): return buckets.slot(bucket).map(log(at:)) == log
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

    /// Whether a client has a seat there, or had one that waits for it, with that secret.
    package func knowsSeat(
        of clientID: ClientID, in log: LogID, _ proof: SecretDigest
    ) -> Bool {
        turn.seats.find(Seat.Claim(log: log, clientID: clientID, proof: proof)) != nil
    }

    private func log(at slot: Int) -> LogID { buckets.slots[slot].log }

    /// Says who a client is, and before anything else where.
    mutating func greet(
        _ identity: Identity, on number: ChannelNumber, of id: ConnectionID
    ) {
        turn.send(.authorized(identity.name), on: number, to: id)
        guard let hall = identity.hall else { return }
        turn.send(.options(["hall": JSON(hall)]), on: number, to: id)
    }

    mutating func inquire(
        _ question: JSONObject, by member: MemberID, in bucket: BucketHandle
    ) {
        guard let slot = buckets.slot(bucket),
            let (id, channel) = buckets.slots[slot].channel(of: member)
        else { return }
        turn.effects.append(.inquire(id, on: channel, question))
    }
}
