/// A part of a store that fails as a whole, and that outputs depend on.
package enum StoreFailureDomain: Hashable, Sendable {
    case log(UserLogID)
    /// The users of all apps, with their tokens and links.
    case accounts
}

extension StoreWrite {
    package var subjects: [StoreFailureDomain] { logs.map { .log($0) } }
}
