/// A part of a store that fails as a whole. Outputs wait until the writes that they depend on are
/// stored.
package enum StoreFailureDomain: Hashable, Sendable {
    case log(UserLogID)
    /// The users of all apps, with their tokens and links.
    case accounts
}

extension StoreWrite {
    package var subjects: [StoreFailureDomain] { logs.map { .log($0) } }
}
