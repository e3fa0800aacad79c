// Records: the data of an account: friends, results, settings; and the calls to a server.
// Not here: their validation in a server (GameHost), a program's copy of them (Visit).
// Start with `AccountRecords`; then `RecordBucket`, `RoundResult`, `AccountRequest`.

package import Drawing
package import Game
package import SimperiumJSON

/// An account's data as known on this device, from the changes in the account's buckets.
///
/// An object that is not valid in this version counts as missing.
package struct AccountRecords: Hashable, Sendable {
    package private(set) var seat: PublishedSeat?
    package private(set) var friends: [String: Friend] = [:]
    package private(set) var blocks: [String: ProfileOrBlockTime] = [:]
    package private(set) var solos: [String: UnfinishedBotMatch] = [:]
    package private(set) var games: [String: CorrespondenceGame] = [:]
    /// The friend invitations, sent and received, by their keys.
    package private(set) var friendInvitations: [String: FriendInvitation] = [:]
    private var settings: [String: JSON] = [:]
    private var results = ResultBook()
    private var changes = UncomparedCount()
    private var changesOfGames = UncomparedCount()

    package init() {}

    package subscript(setting: SettingName) -> JSON? { settings[setting.rawValue] }

    /// The number of events about settings. It grows when a setting may have changed.
    package var settingChanges: Int { changes.count }

    /// The number of events about correspondence games. It grows when a game may have changed.
    var gameChanges: Int { changesOfGames.count }

    /// Returns the open friend invitations with their keys: first those that the user `own`
    /// received. Two people may have invited each other.
    package func openFriendInvitationsReceivedFirst(
        by own: String
    ) -> [(key: String, invitation: FriendInvitation)] {
        let open = friendInvitations.filter(\.value.isOpen).sorted { $0.key < $1.key }
        let received = open.filter { $0.value.isOpenAndReceived(by: own) }
        let sent = open.filter { !$0.value.isOpenAndReceived(by: own) }
        return (received + sent).map { ($0.key, $0.value) }
    }

    /// Returns the open friend invitations for the list of friends, with the partner of the user
    /// `own`: one for each partner who is neither a friend nor blocked. Received invitations come
    /// first.
    func listedFriendInvitations(
        by own: String
    ) -> [(partner: CorrespondenceGame.PlayerAccount, invitation: FriendInvitation)] {
        var listed: [(partner: CorrespondenceGame.PlayerAccount, invitation: FriendInvitation)] = []
        var users: Set<String> = []
        for (_, invitation) in openFriendInvitationsReceivedFirst(by: own) {
            guard let partner = invitation.partner(of: own), !isFriend(partner.user),
                !isBlocked(partner.user), users.insert(partner.user).inserted
            else { continue }
            listed.append((partner, invitation))
        }
        return listed
    }

    /// Returns the number of received friend invitations in the list of friends.
    package func friendRequestCount(to own: String) -> Int {
        listedFriendInvitations(by: own).count { $0.invitation.isOpenAndReceived(by: own) }
    }

    package func isFriend(_ user: String) -> Bool { friends[user] != nil }

    package func isBlocked(_ user: String) -> Bool { blocks[user] != nil }

    /// Returns the account of the friend with this nickname, regardless of case; nil if there is
    /// none.
    package func friend(nicknamed name: String) -> String? {
        friends.filter { $0.value.alias?.equalsIgnoringCase(name) == true }.keys.min()
    }

    /// Returns the player to invite by a name: the friend with this nickname, or otherwise the
    /// owner of the account with this name.
    package func invitee(called name: String) -> CorrespondenceInvitee {
        friend(nicknamed: name).map { .user($0) } ?? .name(name)
    }

    /// The number of results, including puzzles.
    package var resultCount: Int { results.count }

    /// The number of results of rounds, without puzzles.
    package var roundCount: Int { results.roundCount }

    package func score(with user: String) -> WinLossRecord? {
        results.rivalry(.account(user))?.balance
    }

    package func lastKnownName(of user: String) -> ForeignText? {
        results.rivalry(.account(user))?.name
    }

    package func result(_ key: String) -> RoundResult? { results[key] }

    /// Returns the last `count` rounds, the newest first, without puzzles. If `rival` is nil,
    /// returns rounds against all opponents.
    package func latestResults(
        _ count: Int, against rival: Rival? = nil
    ) -> [(key: String, result: RoundResult)] {
        results.latest(count, against: rival)
    }

    /// The statistics. They are computed at each access, which takes milliseconds for ten thousand
    /// rounds. A screen uses a `StatisticsCache` instead.
    package var statistics: PlayStatistics { results.statistics }

    var resultRevision: Int { results.revision }

    package mutating func apply(_ edit: RecordEdit) {
        switch edit {
        // An invalid object also removes the earlier one.
        case .put(let bucket, let key, let object): set(bucket, key: key, to: object)
        case .delete(let bucket, let key): set(bucket, key: key, to: nil)
        }
    }

    /// Sorts the rounds after many objects were loaded, so that later changes are fast.
    package mutating func sortAfterLoading() {
        results.sortTimeline()
    }

    private mutating func set(_ bucket: RecordBucket, key: String, to written: JSONObject?) {
        if bucket == .result {
            results.set(key, to: written.flatMap { try? RoundResult($0, under: key) })
            return
        }
        let object = written.flatMap { (try? bucket.check($0, key: key)) == nil ? nil : $0 }
        switch bucket {
        case .seat where key == PublishedSeat.key: seat = object.flatMap { try? PublishedSeat($0) }
        case .profile, .seat, .result: break
        case .settings:
            changes.increment()
            settings[key] = object.flatMap { try? Setting($0) }?.value
        case .friend: friends[key] = object.flatMap { try? Friend($0) }
        case .block: blocks[key] = object.flatMap { try? ProfileOrBlockTime($0) }
        case .solo: solos[key] = object.flatMap { try? UnfinishedBotMatch($0) }
        case .game:
            changesOfGames.increment()
            games[key] = object.flatMap { try? CorrespondenceGame($0) }
            friendInvitations[key] = object.flatMap { FriendInvitation($0) }
        }
    }
}

/// A number of changes. Any two values are equal, so that the number does not affect the equality
/// of the data that contains the number.
struct UncomparedCount: Hashable, Sendable {
    private(set) var count = 0

    mutating func increment() {
        count += 1
    }

    static func == (one: UncomparedCount, other: UncomparedCount) -> Bool { true }

    func hash(into hasher: inout Hasher) {}
}
