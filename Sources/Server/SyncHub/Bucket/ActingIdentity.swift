import SimperiumWire

/// In whose name something is done.
struct ActingIdentity {
    let clientID: ClientID
    let identity: Identity
    let connection: ConnectionID?
    let isNode: Bool
    let lease: Lease.ID?
    /// Whose change it is, if not that of the bucket's user.
    var visitor: UserID?
}

extension [MemberID: Member] {
    /// Nil for a channel that is not, or no longer, here.
    func actingIdentity(of author: Author) -> ActingIdentity? {
        switch author {
        case .member(let id):
            self[id].map { member in
                ActingIdentity(
                    clientID: member.clientID, identity: member.identity,
                    connection: member.connection, isNode: member.isNode, lease: member.lease)
            }
        case .caller(_, let caller):
            ActingIdentity(
                clientID: caller.clientID, identity: caller.identity, connection: nil,
                isNode: false, lease: nil)
        case .visitor(let visitor): visitor.identity
        }
    }
}
