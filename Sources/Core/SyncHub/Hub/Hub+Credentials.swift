import SimperiumWire

extension Hub {
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
