package import Lobby

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
