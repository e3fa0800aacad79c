import SimperiumWire

/// An object, identified by its owner's bucket.
struct SharedObject: Hashable {
    let key: ObjectKey
    let home: BucketID
}

/// The channels that have shared objects open, for programs that ask to be notified of each other.
///
/// An object has viewers only after its bucket has found its owner. Viewers of an object that isn't
/// shared are not notified. On a shared store, hubs exchange the users that have an object open.
struct Viewers {
    /// A channel that has an object open.
    struct Viewer {
        let member: MemberID
        let user: UserID
        let connection: ConnectionID
        let channel: ChannelNumber
        /// The other users that this viewer was sent last.
        var told: [UserID] = []
    }

    /// A viewer to be notified of a key.
    typealias Notice = (viewer: Viewer, key: ObjectKey)

    /// The users that have an object open here, for other hubs.
    typealias Statement = (object: SharedObject, users: [UserID])

    /// The keys that each channel has open and whose objects haven't been found.
    private var wanted: [MemberID: Set<ObjectKey>] = [:]
    private var open: [MemberID: [ObjectKey: SharedObject]] = [:]
    private var viewers: [SharedObject: [Viewer]] = [:]
    /// The users that have these objects open at other hubs.
    private var elsewhere: [SharedObject: [UserID]] = [:]
    /// The users that other hubs were sent last, and the statements that are to be sent.
    private var stated: [SharedObject: [UserID]] = [:]
    private var statements: [Statement] = []

    /// True if a channel still has a key open whose object hasn't been found.
    func wants(_ key: ObjectKey, _ member: MemberID) -> Bool {
        wanted[member]?.contains(key) == true
    }

    /// Sets the keys that a channel has open. Returns the new ones, whose objects must be found,
    /// and the notices to be sent.
    mutating func open(
        _ keys: [ObjectKey], by member: MemberID
    ) -> (new: [ObjectKey], notices: [Notice]) {
        let (before, now) = (open[member] ?? [:], Set(keys))
        let known = before.filter { now.contains($0.key) }
        let new = now.filter { known[$0] == nil }
        wanted[member] = new.isEmpty ? nil : new
        open[member] = known.isEmpty ? nil : known
        let closed = before.values.filter { !now.contains($0.key) }
        return (
            new.sorted { $0.text < $1.text },
            closed.sorted { $0.key.text < $1.key.text }.flatMap { remove(member, from: $0) }
        )
    }

    mutating func close(by member: MemberID) -> [Notice] {
        // Almost no channel has an object open.
        guard wanted[member] != nil || open[member] != nil else { return [] }
        return open([], by: member).notices
    }

    mutating func add(_ viewer: Viewer, to object: SharedObject) -> [Notice] {
        wanted[viewer.member]?.remove(object.key)
        open[viewer.member, default: [:]][object.key] = object
        viewers[object, default: []].append(viewer)
        return tell(of: object)
    }

    /// Removes the viewers that the object is no longer shared with.
    mutating func narrow(
        _ object: SharedObject, to isAllowed: (UserID) -> Bool
    ) -> [Notice] {
        guard let known = viewers[object] else { return [] }
        for viewer in known where !isAllowed(viewer.user) {
            open[viewer.member]?[object.key] = nil
        }
        viewers[object] = known.filter { isAllowed($0.user) }
        return tell(of: object)
    }

    mutating func see(_ users: [UserID], at object: SharedObject) -> [Notice] {
        guard viewers[object] != nil else { return [] }
        elsewhere[object] = users
        return tell(of: object)
    }

    /// Closes the object that a channel has open under a key.
    mutating func close(_ key: ObjectKey, by member: MemberID) -> [Notice] {
        wanted[member]?.remove(key)
        guard let object = open[member]?.removeValue(forKey: key) else { return [] }
        return remove(member, from: object)
    }

    mutating func takeStatements() -> [Statement] { exchange(&statements, with: []) }

    private mutating func remove(_ member: MemberID, from object: SharedObject) -> [Notice] {
        viewers[object]?.removeAll { $0.member == member }
        return tell(of: object)
    }

    /// Returns notices for the viewers whose list of other users has changed.
    private mutating func tell(of object: SharedObject) -> [Notice] {
        guard var known = viewers[object] else { return [] }
        let here = Set(known.map(\.user))
        state(here.sorted { $0.text < $1.text }, of: object)
        let users = here.union(elsewhere[object] ?? []).sorted { $0.text < $1.text }
        var notices: [Notice] = []
        for index in known.indices {
            let others = users.filter { $0 != known[index].user }
            guard others != known[index].told else { continue }
            known[index].told = others
            notices.append((known[index], object.key))
        }
        viewers[object] = known.isEmpty ? nil : known
        if known.isEmpty { elsewhere[object] = nil }
        return notices
    }

    private mutating func state(_ users: [UserID], of object: SharedObject) {
        guard users != stated[object] ?? [] else { return }
        stated[object] = users.isEmpty ? nil : users
        statements.append((object, users))
    }
}

extension HubTurn {
    /// Closes all objects of a channel that is gone.
    mutating func close(by member: MemberID) { say(viewers.close(by: member)) }

    /// Removes the viewers that an object is no longer shared with.
    mutating func narrow(_ object: SharedObject, to sharing: Sharing?) {
        var users = [object.home.user]
        if case .shared(let sharers)? = sharing { users += sharers.map(\.user) }
        say(viewers.narrow(object) { users.contains($0) })
    }

    fileprivate mutating func say(_ notices: [Viewers.Notice]) {
        let statements = viewers.takeStatements()
        if isShared {
            for (object, users) in statements {
                effects.append(.view(object.key, of: object.home, by: users))
            }
        }
        for (viewer, key) in notices {
            send(.open(key, by: viewer.told), on: viewer.channel, to: viewer.connection)
        }
        spend(notices.count)
    }
}

extension Hub {
    /// Sets the keys that a channel has open. Does nothing without the extension `open`.
    mutating func open(_ keys: [ObjectKey], by member: MemberID, in bucket: BucketHandle) {
        guard let slot = buckets.slot(bucket),
            let known = buckets.slots[slot].members[member], known.extensions.contains(.open)
        else { return }
        let (new, notices) = turn.viewers.open(keys, by: member)
        turn.say(notices)
        turn.charge(known.connection, entries: notices.count)
        for key in new { post(.view(key, by: member), to: bucket) }
    }

    /// Records the users that have an object open at other hubs.
    mutating func see(_ users: [UserID], at key: ObjectKey, of home: BucketID) {
        turn.say(turn.viewers.see(users, at: SharedObject(key: key, home: home)))
    }
}

extension Bucket {
    /// Removes the viewers of a removed object: all of them, if it was the user's own, and this
    /// bucket's channels in any case. An object that is created again under the key has no viewers.
    mutating func closeViews(of key: ObjectKey, _ turn: inout HubTurn) {
        guard options.sharing else { return }
        turn.say(turn.viewers.narrow(SharedObject(key: key, home: id)) { _ in false })
        for member in members.keys.sorted(by: { $0.rawValue < $1.rawValue }) {
            turn.say(turn.viewers.close(key, by: member))
        }
    }

    /// Finds the object that a channel has open under a key, and adds the viewer to it.
    mutating func view(
        _ key: ObjectKey, by id: MemberID, _ turn: inout HubTurn
    ) throws(MissingFact) {
        guard options.sharing, turn.viewers.wants(key, id), let member = members[id],
            !member.identity.rights.contains(.administrator),
            let stored = try stored(key, turn.limits), !stored.isRemoved
        else { return }
        let home = stored.mirrored.map(ownersBucket) ?? self.id
        let viewer = Viewers.Viewer(
            member: id, user: self.id.user, connection: member.connection,
            channel: member.channel)
        let notices = turn.viewers.add(viewer, to: SharedObject(key: key, home: home))
        turn.charge(member.connection, entries: notices.count)
        turn.say(notices)
    }
}
