import SimperiumWire

/// The principal of a change: the client and the user that a change is checked and logged under.
struct ChangePrincipal {
    let clientID: ClientID
    let identity: Identity
    let connection: ConnectionID?
    let isNode: Bool
    let lease: PresenceLease.ID?
    /// True if a change to an object that exists is refused.
    var onlyCreates = false
    /// The user that makes the change, if that is not the bucket's user.
    var visitor: UserID?
    /// The client's cursor, if the store has lost the change that it names.
    var lost: SequenceNumber?
}

extension [MemberID: Member] {
    /// Returns the principal of an author; nil for a channel that has left the bucket.
    func principal(of author: WorkRequester) -> ChangePrincipal? {
        switch author {
        case .member(let id):
            self[id].map { member in
                ChangePrincipal(
                    clientID: member.clientID, identity: member.identity,
                    connection: member.connection, isNode: member.isNode, lease: member.lease)
            }
        case .caller(_, let caller):
            ChangePrincipal(
                clientID: caller.clientID, identity: caller.identity, connection: nil,
                isNode: false, lease: nil, onlyCreates: caller.onlyCreates == true)
        case .visitor(let visitor): visitor.identity
        }
    }
}
