internal import SimperiumWire

/// Who is signed in on a replica's connection, and to whom each of its buckets belongs.
struct SignIns: Sendable {
    struct SignIn: Sendable {
        let id: SignInID
        /// Who this installation is to that user's buckets.
        var clientID: ClientID
        var token: Token?
        /// The user's name, if a server sent it with the token.
        var name: UserName?
        var others = OtherUsersObjects.refuse
        /// Why the hub does not accept the token that it was shown last.
        var rejection: AuthorizationFailure?
        /// What of it the program was told last.
        var toldStatus = SyncStatus.offline(retryAt: nil, because: nil)
    }

    /// The main one first, the others as they came.
    private(set) var all: [SignIn]
    /// The sign-in of each bucket, by its place in `all`.
    private var owners: [Int] = []

    init(main clientID: ClientID) {
        all = [SignIn(id: .main, clientID: clientID)]
    }

    var isAnybody: Bool { all.contains { $0.token != nil } }

    /// Whose bucket it is.
    func owner(of bucket: Int) -> SignIn { all[owners[bucket]] }

    func isOwner(_ id: SignInID, of bucket: Int) -> Bool { all[owners[bucket]].id == id }

    func isOwner(at place: Int, of bucket: Int) -> Bool { owners[bucket] == place }

    func isSignedIn(at place: Int) -> Bool { all[place].token != nil }

    subscript(id: SignInID) -> SignIn? { place(of: id).map { all[$0] } }

    func place(of id: SignInID) -> Int? { all.indices.first { all[$0].id == id } }

    /// Enters the next bucket.
    mutating func addBucket(of id: SignInID) {
        owners.append(placeOrNew(of: id))
    }

    mutating func change(_ id: SignInID, _ change: (inout SignIn) -> Void) {
        change(&all[placeOrNew(of: id)])
    }

    /// Whether the program was told of another status last. It is told of this one now.
    mutating func notesNews(_ status: SyncStatus, at place: Int) -> Bool {
        guard all[place].toldStatus != status else { return false }
        all[place].toldStatus = status
        return true
    }

    private mutating func placeOrNew(of id: SignInID) -> Int {
        if let place = place(of: id) { return place }
        all.append(SignIn(id: id, clientID: all[0].clientID))
        return all.count - 1
    }
}
