/// The client or caller that a work item belongs to, and that its result is sent to.
enum WorkRequester: Sendable {
    case member(MemberID)
    case caller(RequestID, Caller)
    /// A user that the object is shared with. The change is made in the owner's bucket.
    indirect case visitor(RemoteEditor)
}

extension WorkRequester {
    var request: RequestID? {
        switch self {
        case .member: nil
        case .caller(let request, _): request
        case .visitor(let visitor): visitor.author.request
        }
    }
}
