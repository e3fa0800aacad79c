import SimperiumWire

/// The author of a change, or of other work in a bucket. The author receives the result.
enum WorkAuthor: Sendable {
    /// A client or a caller of the bucket's user.
    case local(WorkRequester)
    /// A user that the object is shared with. The work item runs in the owner's bucket.
    indirect case remoteEditor(RemoteEditor)

    /// The request to answer; nil for a client on a channel.
    // Swift 6.3's optimizer fails if this is inlined into a loop over work items.
    @inline(never)
    var request: RequestID? {
        switch self {
        case .local(let requester): requester.request
        case .remoteEditor(let editor): editor.author.request
        }
    }

    var remoteEditor: RemoteEditor? {
        if case .remoteEditor(let editor) = self { editor } else { nil }
    }
}

/// The client or caller that requested a work item in its user's own bucket.
enum WorkRequester: Sendable {
    case member(MemberID)
    case caller(CallerWithRequestID)

    var request: RequestID? {
        if case .caller(let author) = self { author.id } else { nil }
    }
}

/// A caller, with the id of its request.
struct CallerWithRequestID: Sendable {
    let id: RequestID
    let caller: Caller
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
    func principal(of author: WorkAuthor) -> ChangePrincipal? {
        switch author {
        case .local(.member(let id)):
            self[id].map { member in
                ChangePrincipal(
                    clientID: member.clientID, identity: member.identity,
                    connection: member.connection, isNode: member.isNode)
            }
        case .local(.caller(let author)):
            ChangePrincipal(
                clientID: author.caller.clientID, identity: author.caller.identity,
                connection: nil, isNode: false, onlyCreates: author.caller.onlyCreates)
        case .remoteEditor(let editor): editor.changePrincipal
        }
    }
}
