internal import SimperiumWebWire

/// A user who has access to a shared object.
public struct Sharer: Hashable, Sendable {
    /// The permanent id of the user.
    public let userID: String
    /// The name of the user; nil if the server no longer has the name.
    public let name: String?
    /// False for a user who may only read.
    public let mayWrite: Bool
}

/// The sharing of an object, as its owner or another user sees it.
@nonexhaustive
public enum ObjectSharing: Hashable, Sendable {
    /// The present user owns the object, and shares it with these users.
    case own(with: [Sharer])
    /// Another user owns the object, and shares it with the present user.
    case shared(by: Sharer, mayWrite: Bool)
}

/// Sharing of objects between users of an app.
///
/// The other user has the object in the bucket of the same name, and can edit it like any other
/// object, if `mayWrite` is true. The bucket's option `sharing` must be true. Only the app's
/// administrator can set this option. These calls need a connection, and an object that the server
/// has: see ``SimperiumClient/waitUntilSettled(within:)``.
extension SimperiumBucket {
    /// Shares an object of the present user with another user, or changes the other user's right to
    /// write.
    public func share(
        _ key: ObjectKey, with name: String, mayWrite: Bool
    ) async throws(SimperiumError) {
        try await thread.client.requestSharing(
            .put, key, in: self.name, with: name, mayWrite: mayWrite)
    }

    /// Stops sharing an object with another user. With the present user's own name, leaves an
    /// object that another user shares.
    public func unshare(_ key: ObjectKey, with name: String) async throws(SimperiumError) {
        try await thread.client.requestSharing(.delete, key, in: self.name, with: name)
    }

    /// Returns the owner of an object that another user shares; for an object of the present user,
    /// the users who have access.
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
