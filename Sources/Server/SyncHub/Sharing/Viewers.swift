import SimperiumWire

/// An object by where its owner has it.
struct SharedObject: Hashable {
    let key: ObjectKey
    let home: BucketID
}

/// Who has which shared objects open, as far as their programs ask to be told of others.
///
/// It is known of no object before its bucket has said whose it is, and of none that is not shared
/// is anybody told. Where other hubs write to the same logs, they are told who has it open here,
/// and say who has at theirs.
struct Viewers {
    /// A channel on which an object is open.
    struct Viewer {
        let member: MemberID
        let user: UserID
        let connection: ConnectionID
        let channel: ChannelNumber
        /// The others, as this one was told last.
        var told: [UserID] = []
    }

    /// What is to be said to whom.
    typealias Notice = (viewer: Viewer, key: ObjectKey)

    /// Which users have an object open here: what other hubs are to know.
    typealias Statement = (object: SharedObject, users: [UserID])

    /// What each channel has open that is not found yet, or is not there.
    private var wanted: [MemberID: Set<ObjectKey>] = [:]
    private var open: [MemberID: [ObjectKey: SharedObject]] = [:]
    private var viewers: [SharedObject: [Viewer]] = [:]
    /// Who has which of these open at other hubs.
    private var elsewhere: [SharedObject: [UserID]] = [:]
    /// What other hubs were told last, and what they are to be told.
    private var stated: [SharedObject: [UserID]] = [:]
    private var statements: [Statement] = []

    /// Whether a channel still has an object open that is to be found.
    func wants(_ key: ObjectKey, _ member: MemberID) -> Bool {
        wanted[member]?.contains(key) == true
    }

    /// Takes what a channel has open from now on. What of it is to be found.
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
        // Hardly any channel has anything open.
        guard wanted[member] != nil || open[member] != nil else { return [] }
        return open([], by: member).notices
    }

    mutating func add(_ viewer: Viewer, to object: SharedObject) -> [Notice] {
        wanted[viewer.member]?.remove(object.key)
        open[viewer.member, default: [:]][object.key] = object
        viewers[object, default: []].append(viewer)
        return tell(of: object)
    }

    /// Keeps those viewers only with whom an object is still shared.
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

    /// Takes note of who has an object open at other hubs.
    mutating func see(_ users: [UserID], at object: SharedObject) -> [Notice] {
        guard viewers[object] != nil else { return [] }
        elsewhere[object] = users
        return tell(of: object)
    }

    /// What a channel has open under a key is gone, whoever's it was.
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

    /// Those for whom the others are not those whom they were told of.
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
    /// A channel is heard of no more.
    mutating func close(by member: MemberID) { say(viewers.close(by: member)) }

    /// An object is shared with these from now on.
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
    /// Takes what a channel's user has open. Who does not ask to be told is not told of.
    mutating func open(_ keys: [ObjectKey], by member: MemberID, in bucket: BucketHandle) {
        guard let slot = buckets.slot(bucket),
            let known = buckets.slots[slot].members[member], known.extensions.contains(.open)
        else { return }
        let (new, notices) = turn.viewers.open(keys, by: member)
        turn.say(notices)
        turn.charge(known.connection, entries: notices.count)
        for key in new { post(.view(key, by: member), to: bucket) }
    }

    /// Others have an object open at other hubs.
    mutating func see(_ users: [UserID], at key: ObjectKey, of home: BucketID) {
        turn.say(turn.viewers.see(users, at: SharedObject(key: key, home: home)))
    }
}

extension Bucket {
    /// An object is here no more: who looked at it here looks at nothing, also if one of that key
    /// comes again, and nobody else looks at what was the user's own.
    mutating func closeViews(of key: ObjectKey, _ turn: inout HubTurn) {
        guard options.sharing else { return }
        turn.say(turn.viewers.narrow(SharedObject(key: key, home: id)) { _ in false })
        for member in members.keys.sorted(by: { $0.rawValue < $1.rawValue }) {
            turn.say(turn.viewers.close(key, by: member))
        }
    }

    /// Finds whose an object is that somebody has open.
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
