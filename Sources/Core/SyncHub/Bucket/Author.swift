/// A client or a caller that wants something of a bucket, and hears what becomes of it.
enum Author {
    case member(MemberID)
    case caller(RequestID, Caller)
}

extension Author {
    var request: RequestID? {
        switch self {
        case .member: nil
        case .caller(let request, _): request
        }
    }
}
