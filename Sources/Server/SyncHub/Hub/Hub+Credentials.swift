import SimperiumWire

extension Hub {
    /// How many seats it knows: of those who are here, and of those who may come back.
    package var seatCount: Int { turn.seats.known }

    /// By what tokens channels are open. Goes through all of them.
    package var credentials: Set<CredentialID> {
        var found: Set<CredentialID> = []
        for connection in connections.values {
            for channel in connection.channels {
                if case .open(_, _, let credential) = channel.stage { found.insert(credential) }
            }
        }
        return found
    }
}
