import SimperiumWire

/// The client or caller that requested a work item and receives the result.
enum WorkRequester: Sendable {
    case member(MemberID)
    case caller(RequestID, Caller)
    /// A user that the object is shared with. The work item runs in the owner's bucket.
    indirect case remoteEditor(RemoteEditor)

    var request: RequestID? {
        switch self {
        case .member: nil
        case .caller(let request, _): request
        case .remoteEditor(let editor): editor.author.request
        }
    }
}

/// A user that an object is shared with, as the author of a change in the owner's bucket.
struct RemoteEditor: Sendable {
    let principal: ChangePrincipal
    /// The editor's own bucket.
    let bucket: BucketID
    /// The client or caller in the editor's own bucket that receives the result.
    let author: WorkRequester
    /// The removal that continues in the editor's bucket after this change; nil if there is none.
    var rest: BulkRemoval?

    var user: UserID { bucket.user }

    var changePrincipal: ChangePrincipal {
        var principal = self.principal
        principal.remoteUser = user
        return principal
    }
}

extension WorkRequester {
    var remoteEditor: RemoteEditor? {
        if case .remoteEditor(let editor) = self { editor } else { nil }
    }
}

/// The client and the user that a change is attributed to, in checks and in the log.
struct ChangePrincipal {
    let clientID: ClientID
    let identity: Identity
    let connection: ConnectionID?
    let isNode: Bool
    /// True if a change to an object that exists is refused.
    var onlyCreates = false
    /// The user that makes the change, if that is not the bucket's user; otherwise nil.
    var remoteUser: UserID?
    /// The client's cursor, if the store has lost the change that the cursor names; otherwise nil.
    var lost: SequenceNumber?
}

extension [MemberID: ChannelMembership] {
    /// Returns the principal of an author; nil for a channel that has left the bucket.
    func principal(of author: WorkRequester) -> ChangePrincipal? {
        switch author {
        case .member(let id):
            self[id].map { member in
                ChangePrincipal(
                    clientID: member.clientID, identity: member.identity,
                    connection: member.connection, isNode: member.isNode)
            }
        case .caller(_, let caller):
            ChangePrincipal(
                clientID: caller.clientID, identity: caller.identity, connection: nil,
                isNode: false, onlyCreates: caller.onlyCreates)
        case .remoteEditor(let editor): editor.changePrincipal
        }
    }
}
