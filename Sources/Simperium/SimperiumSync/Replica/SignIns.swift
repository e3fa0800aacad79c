internal import SimperiumWire

/// The sign-ins on a replica's connection, and the sign-in that owns each bucket.
struct SignIns: Sendable {
    struct SignIn: Sendable {
        let id: SignInID
        /// The client id of this program in the buckets of this sign-in.
        var clientID: ClientID
        var token: Token?
        /// The user's name, if a server sent it with the token.
        var name: UserName?
        var others = OtherUsersObjectPolicy.refuse
        /// The reason that the hub or this client refused the last token; nil if neither did.
        var rejection: AuthorizationFailure?
        /// The status that was last sent to the program.
        var notifiedStatus = ReplicaStatus.offline(retryAt: nil, because: nil)
    }

    /// The main sign-in, then the other sign-ins in the order of their arrival.
    private(set) var all: [SignIn]
    /// The sign-in of each bucket, as an index into `all`.
    private var owners: [Int] = []

    init(main clientID: ClientID) {
        all = [SignIn(id: .main, clientID: clientID)]
    }

    var hasUser: Bool { all.contains { $0.token != nil } }

    func owner(of bucket: Int) -> SignIn { all[owners[bucket]] }

    func isOwner(_ id: SignInID, of bucket: Int) -> Bool { all[owners[bucket]].id == id }

    func isOwner(at position: Int, of bucket: Int) -> Bool { owners[bucket] == position }

    subscript(id: SignInID) -> SignIn? { index(of: id).map { all[$0] } }

    func index(of id: SignInID) -> Int? { all.indices.first { all[$0].id == id } }

    /// Makes a sign-in the owner of the next bucket, and adds the sign-in if it is new.
    mutating func appendBucket(ownedBy id: SignInID) {
        owners.append(indexOrNew(of: id))
    }

    mutating func updateOrAdd(_ id: SignInID, _ change: (inout SignIn) -> Void) {
        change(&all[indexOrNew(of: id)])
    }

    /// Records a status and returns true, if the status differs from the last one; the caller must
    /// then notify the program. Otherwise, returns false.
    mutating func recordStatusIfChanged(_ status: ReplicaStatus, at position: Int) -> Bool {
        guard all[position].notifiedStatus != status else { return false }
        all[position].notifiedStatus = status
        return true
    }

    private mutating func indexOrNew(of id: SignInID) -> Int {
        if let position = index(of: id) { return position }
        all.append(SignIn(id: id, clientID: all[0].clientID))
        return all.count - 1
    }
}

/// The id of a sign-in on a replica's connection. Each sign-in can use a different account.
package struct SignInID: RawRepresentable, Hashable, Codable, Sendable {
    package let rawValue: Int

    package init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// The first sign-in, and the only one of most programs. The session at the hub belongs to it.
    package static let main = SignInID(rawValue: 0)
}
