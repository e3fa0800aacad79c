package import Game
package import Lobby
package import SimperiumClock

/// A person's friends and those whom they block, in the order in which they are shown: friends who
/// are here first. Everybody is looked at once, however many there are.
package struct FriendList: Sendable {
    package struct Row: Hashable, Sendable {
        package let user: String
        package let name: String
        /// Nil for one who is not here.
        package let person: Person?
        package let isBlocked: Bool

        fileprivate var rank: Int { isBlocked ? 10 : person?.rank ?? 9 }

        fileprivate func comesBefore(_ other: Row) -> Bool {
            (rank, name, user) < (other.rank, other.name, other.user)
        }
    }

    package let rows: [Row]

    /// `name` says what somebody is called, with what is to be seen of them.
    package init(
        _ records: PersonRecords, among people: some Sequence<Person>,
        called name: (String, Person?) -> String
    ) {
        var here: [String: Person] = [:]
        for person in people {
            guard let user = person.user else { continue }
            if let other = here[user], other.rank <= person.rank { continue }
            here[user] = person
        }
        let blocked = records.blocks.keys.filter { !records.isFriend($0) }
        let friends = records.friends.keys.map { ($0, false) }
        rows = (friends + blocked.map { ($0, true) }).map { user, isBlocked in
            let person = here[user]
            return Row(
                user: user, name: name(user, person), person: person, isBlocked: isBlocked)
        }.sorted { $0.comesBefore($1) }
    }

    package var users: [String] { rows.map(\.user) }
}

/// Which friends of a person are in the lobby, as news of others tell it, and when each was last
/// seen there.
package struct FriendWatch: Hashable, Sendable {
    /// What was seen later than that before is not written down anew: friends come and go often.
    private static let grain = Duration.seconds(600)

    private var here: [PlayerID: String] = [:]

    package init() {}

    /// Looks at everybody at once, as on coming in or when the friends are known: what to write
    /// down.
    package mutating func look(
        at people: some Sequence<Person>, _ records: PersonRecords, at now: Stamp
    ) -> [RecordEdit] {
        here = [:]
        var edits: [RecordEdit] = []
        for person in people {
            guard let user = person.user, records.isFriend(user) else { continue }
            if !here.values.contains(user) { edits += sighting(of: user, records, at: now) }
            here[person.id] = user
        }
        return edits
    }

    /// Somebody came who has that account: what to write down, or nil if they are no friend, or
    /// here already with another device.
    package mutating func came(
        _ id: PlayerID, user: String?, _ records: PersonRecords, at now: Stamp
    ) -> [RecordEdit]? {
        guard let user, records.isFriend(user) else { return nil }
        let isNews = !here.values.contains(user)
        here[id] = user
        return isNews ? sighting(of: user, records, at: now) : nil
    }

    /// Somebody left: what to write down.
    package mutating func left(
        _ id: PlayerID, _ records: PersonRecords, at now: Stamp
    ) -> [RecordEdit] {
        guard let user = here.removeValue(forKey: id), !here.values.contains(user) else {
            return []
        }
        return sighting(of: user, records, at: now)
    }

    private func sighting(
        of user: String, _ records: PersonRecords, at now: Stamp
    ) -> [RecordEdit] {
        guard var friend = records.friends[user] else { return [] }
        if let seen = friend.seen, now - seen < Self.grain { return [] }
        friend.seen = now
        return [.friend(user, friend)]
    }
}
