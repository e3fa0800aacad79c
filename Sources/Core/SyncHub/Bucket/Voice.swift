import SimperiumWire

/// In whose name something is done.
struct Voice {
    let clientID: ClientID
    let identity: Identity
    let connection: ConnectionID?
    let isNode: Bool
    let lease: Lease.ID?
}

extension Bucket {
    /// Nil for a channel that is not, or no longer, here.
    func voice(of author: Author) -> Voice? {
        switch author {
        case .member(let id):
            members[id].map { member in
                Voice(
                    clientID: member.clientID, identity: member.identity,
                    connection: member.connection, isNode: member.isNode, lease: member.lease)
            }
        case .caller(_, let caller):
            Voice(
                clientID: caller.clientID, identity: caller.identity, connection: nil,
                isNode: false, lease: nil)
        }
    }
}
