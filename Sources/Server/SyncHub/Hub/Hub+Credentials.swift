import SimperiumWire

extension Hub {
    /// The number of sessions, with and without a connection.
    package var sessionCount: Int { context.sessions.known }

    /// The ids of the tokens of all open channels. Visits every connection.
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
