/// A part of a store that fails as a whole, and that outputs depend on.
package enum StoreSubject: Hashable, Sendable {
    case log(LogID)
    /// The users of all apps, with their tokens and links.
    case accounts
}

extension StoreWrite {
    package var subjects: [StoreSubject] { logs.map { .log($0) } }
}

extension StoreQuery {
    /// The log that the query reads; nil if it reads many.
    package var log: LogID? {
        switch self {
        case .buckets(let user, let app), .mirrors(let user, let app): LogID(app: app, user: user)
        default: subject?.log
        }
    }
}
