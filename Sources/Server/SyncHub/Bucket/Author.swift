/// A client or a caller that wants something of a bucket, and hears what becomes of it.
enum Author: Sendable {
    case member(MemberID)
    case caller(RequestID, Caller)
    /// Of another user, with whom the object is shared.
    indirect case visitor(Visitor)
}

extension Author {
    var request: RequestID? {
        switch self {
        case .member: nil
        case .caller(let request, _): request
        case .visitor(let visitor): visitor.author.request
        }
    }
}
