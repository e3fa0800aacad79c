internal import Drawing
package import Game
package import Lobby
package import SimperiumClock

/// The user's friends, open friend invitations and blocked players, in the order of the list.
/// Received invitations come first, then friends in the lobby. The lobby is read once for all rows.
package struct FriendList: Sendable {
    package struct FriendRow: Hashable, Sendable {
        package let user: String
        package let name: String
        package let person: Person?
        package let isBlocked: Bool
        /// An open friend invitation, sent or received; nil for a friend or a blocked player.
        package var invitation: FriendInvitation?

        fileprivate var rank: Int {
            // Received invitations come first, and sent invitations come before absent friends.
            if let invitation { return invitation.asker.user == user ? -1 : 8 }
            return isBlocked ? 10 : person?.rank ?? 9
        }
    }

    package let rows: [FriendRow]

    /// `people` are the players in the lobby, each user once. `name` receives a user id, and that
    /// user's Person if the user is in the lobby. It returns the name to show.
    package init(
        _ records: AccountRecords, of own: String, among people: some Sequence<Person>,
        called name: (String, Person?) -> String
    ) {
        var here: [String: Person] = [:]
        for person in people { if let user = person.user { here[user] = person } }
        let blocked = records.blocks.keys.filter { !records.isFriend($0) }
        let friends = records.friends.keys.map { ($0, false) }
        var rows = (friends + blocked.map { ($0, true) }).map { user, isBlocked in
            let person = here[user]
            return FriendRow(
                user: user, name: name(user, person), person: person, isBlocked: isBlocked)
        }
        for (partner, invitation) in records.listedFriendInvitations(by: own) {
            let shown = PlayerName(cleaning: partner.name.shown)?.text
            rows.append(
                FriendRow(
                    user: partner.user, name: shown ?? name(partner.user, here[partner.user]),
                    person: here[partner.user], isBlocked: false, invitation: invitation))
        }
        self.rows = rows.sorted { ($0.rank, $0.name, $0.user) < ($1.rank, $1.name, $1.user) }
    }

    package var users: [String] { rows.map(\.user) }
}

/// The user's friends in the lobby. The functions return the edits that store the times when
/// friends were seen.
package struct FriendPresence: Hashable, Sendable {
    /// The minimum span between two stored times of a friend, because friends come and go often.
    private static let grain = Duration.seconds(600)

    private var here: [PlayerID: String] = [:]

    package init() {}

    /// Records the friends among all players, at the start or once the friends are known. Returns
    /// the edits to store.
    package mutating func recordFriendsPresent(
        among people: some Sequence<Person>, _ records: AccountRecords, at now: ServerTime
    ) -> [RecordEdit] {
        here = [:]
        var edits: [RecordEdit] = []
        for person in people {
            guard let user = person.user, records.isFriend(user) else { continue }
            if !here.values.contains(user) { edits += sightingEdits(of: user, records, at: now) }
            here[person.id] = user
        }
        return edits
    }

    /// Records that a player entered. Returns the edits to store, maybe none, if the player is a
    /// friend. Returns nil for other players, and if the friend was present already, such as on
    /// another device.
    package mutating func recordFriendsFirstArrival(
        _ id: PlayerID, user: String?, _ records: AccountRecords, at now: ServerTime
    ) -> [RecordEdit]? {
        guard let user, records.isFriend(user) else { return nil }
        let isNews = !here.values.contains(user)
        here[id] = user
        return isNews ? sightingEdits(of: user, records, at: now) : nil
    }

    package mutating func recordDeparture(
        _ id: PlayerID, _ records: AccountRecords, at now: ServerTime
    ) -> [RecordEdit] {
        guard let user = here.removeValue(forKey: id), !here.values.contains(user) else {
            return []
        }
        return sightingEdits(of: user, records, at: now)
    }

    private func sightingEdits(
        of user: String, _ records: AccountRecords, at now: ServerTime
    ) -> [RecordEdit] {
        guard var friend = records.friends[user] else { return [] }
        if let seen = friend.seen, now - seen < Self.grain { return [] }
        friend.seen = now
        return [.friend(user, friend)]
    }
}
