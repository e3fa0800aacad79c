internal import SimperiumWebWire

/// A user of an object that several users share.
public struct Sharer: Hashable, Sendable {
    /// The permanent id of the user.
    public let userID: String
    /// The name of the user; nil if the server does not know it any more.
    public let name: String?
    /// False for a user who may only read.
    public let mayWrite: Bool
}

/// The users of an object, as one of them sees it.
@nonexhaustive
public enum ObjectSharing: Hashable, Sendable {
    /// The object is the user's own, and shared with these.
    case own(with: [Sharer])
    /// The object is another user's.
    case shared(by: Sharer, mayWrite: Bool)
}

/// Objects that users of an app share with each other.
///
/// The other user has the object in the bucket of the same name, and edits it like any other. The
/// bucket's option `sharing` must be true, which only the app's administrator can set. These calls
/// need a connection, and an object that the server has: see
/// ``SimperiumClient/waitUntilSettled(within:)``.
extension SimperiumBucket {
    /// Shares an object of the user's own, or changes the right of a user who has it already.
    public func share(
        _ key: ObjectKey, with name: String, mayWrite: Bool
    ) async throws(SimperiumError) {
        try await thread.client.requestSharing(
            .put, key, in: self.name, with: name, mayWrite: mayWrite)
    }

    /// Ends the share with another user. With the user's own name, leaves an object of another
    /// user.
    public func unshare(_ key: ObjectKey, with name: String) async throws(SimperiumError) {
        try await thread.client.requestSharing(.delete, key, in: self.name, with: name)
    }

    /// Returns the users of an object.
    public func sharing(of key: ObjectKey) async throws(SimperiumError) -> ObjectSharing {
        let answer = try await thread.client.requestSharing(.get, key, in: name)
        if let owner = answer["owner"]?.object.flatMap({ Sharer($0, mayWrite: true) }) {
            return .shared(by: owner, mayWrite: answer["write"] == .bool(true))
        }
        let sharers = answer["shares"]?.array?.compactMap { item in
            item.object.flatMap { Sharer($0, mayWrite: $0["write"] == .bool(true)) }
        }
        guard let sharers else { throw .notReachable(.notSimperium) }
        return .own(with: sharers)
    }
}

extension Sharer {
    fileprivate init?(_ members: JSONObject, mayWrite: Bool) {
        guard let userID = members["userid"]?.string else { return nil }
        self.init(userID: userID, name: members["username"]?.string, mayWrite: mayWrite)
    }
}
