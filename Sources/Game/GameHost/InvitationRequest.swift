import Host
import Records
import SimperiumJSON
import SimperiumWire
import SyncHub

/// A user's request to invite another user to a correspondence game or to be friends, with the
/// facts that decide whether the request is allowed.
///
/// `Host` reads the facts in order: `requestForCurrentFact` returns the read of a fact, and
/// `refuseIfCurrentFactForbids` or `countOpenGamesAndInvitations` applies its result. These two
/// functions throw a refusal if the fact forbids the invitation. `advanceToNextFact` follows. After
/// the last fact, `Host` inserts `invitationObject`, shared with both users, in one write.
/// `CorrespondenceGameValidator` validates the object.
struct InvitationRequest {
    enum GameOrFriendship: Sendable {
        case game(DaysPerMove)
        case friendship
    }

    /// A fact about the two users. The facts are read in this order.
    private enum InvitationFact: Int {
        case isBlockedByPartner
        case isPartnerBlocked
        case isFriendOfPartner
        case takesStrangers
        case ownGames
        case partnersGames
    }

    /// The maximum number of unfinished games of one account. Invitations by the account and from
    /// its friends count, too.
    static let mostUnfinishedGames = 100
    /// The maximum number of open invitations of one stranger to an account.
    static let mostFromStranger = 3
    /// The maximum number of open invitations of all strangers to an account.
    static let mostFromStrangers = 20

    let asker: Identity
    /// The invited user.
    private let partner: StoredUser
    private let subject: GameOrFriendship
    private var currentFact = InvitationFact.isBlockedByPartner
    /// True if the asker is not among the partner's friends; nil until that is known.
    private var isStranger: Bool?
    /// The number of unfinished games of the account whose games are being counted.
    private var unfinishedGames = 0
    /// The number of open invitations of the asker to the partner.
    private var ownInvitations = 0
    /// The number of open invitations of strangers to the partner.
    private var strangersInvitations = 0
    /// The key of the invitation's object; nil until the insertion is requested.
    var key: ObjectKey?

    init(_ asker: Identity, to partner: StoredUser, _ subject: GameOrFriendship) {
        self.asker = asker
        self.partner = partner
        self.subject = subject
    }

    private var isForGame: Bool { if case .game = subject { true } else { false } }

    private var relation: CorrespondenceGame.InviterRelation {
        isStranger == true ? .stranger : .friend
    }

    /// The users who share the invitation's object, the invited user first.
    var users: [UserID] { [partner.id, asker.user] }

    /// The invitation's object. Cross invites; circle is invited, and moves first.
    /// `CorrespondenceGameValidator` sets the times.
    var invitationObject: JSONObject {
        var object: JSONObject = [
            "circle": JSON(partner.id.text), "circleName": JSON(partner.name.text),
            "cross": JSON(asker.user.text), "crossName": JSON(asker.name.text),
            "since": 0,
        ]
        switch subject {
        case .game(let limit):
            object["days"] = JSON(limit.rawValue)
            object["moves"] = []
            object["invitation"] = JSON(relation.rawValue)
        case .friendship:
            object["friendship"] = JSON(FriendInvitation.InvitationState.open.rawValue)
        }
        return object
    }

    var reply: JSONObject {
        var reply: JSONObject = [
            "key": JSON(key?.text ?? ""), "with": JSON(partner.name.text),
        ]
        switch subject {
        case .game: reply["invitation"] = JSON(relation.rawValue)
        case .friendship:
            let state = isStranger == true ? FriendInvitation.InvitationState.open : .accepted
            reply["friendship"] = JSON(state.rawValue)
        }
        return reply
    }

    /// True if a friendship is requested, and the asker is already among the partner's friends.
    /// Then no invitation is needed.
    var isFriendship: Bool { !isForGame && isStranger == false }

    /// Returns the request that reads the current fact, with the user and the bucket to read.
    /// Returns nil if a user's id can't be a key.
    func requestForCurrentFact(
        after mark: IndexPageEndMark? = nil
    ) -> (CallerRequest, user: UserID, bucket: RecordBucket)? {
        let (own, partner) = (asker.user, partner.id)
        return switch currentFact {
        case .isBlockedByPartner: objectRequest(own.text, of: partner, .block)
        case .isPartnerBlocked: objectRequest(partner.text, of: own, .block)
        case .isFriendOfPartner: objectRequest(own.text, of: partner, .friend)
        case .takesStrangers: objectRequest(SettingName.strangers.rawValue, of: partner, .settings)
        case .ownGames: gameIndexRequest(of: own, after: mark)
        case .partnersGames: gameIndexRequest(of: partner, after: mark)
        }
    }

    private func gameIndexRequest(
        of user: UserID, after mark: IndexPageEndMark?
    ) -> (CallerRequest, user: UserID, bucket: RecordBucket) {
        let page = IndexRequest(hasObjects: true, mark: mark, limit: Limits.longestIndexPage)
        return (.index(page), user, .game)
    }

    private func objectRequest(
        _ key: String, of user: UserID, _ bucket: RecordBucket
    ) -> (CallerRequest, user: UserID, bucket: RecordBucket)? {
        ObjectKey(key).map { (.entity($0, nil), user, bucket) }
    }

    /// Advances to the next fact that matters. Returns false after the last one.
    mutating func advanceToNextFact() -> Bool {
        var next = InvitationFact(rawValue: currentFact.rawValue + 1)
        // The setting only concerns games with strangers.
        if next == .takesStrangers, !isForGame || isStranger == false { next = .ownGames }
        guard let next else { return false }
        (currentFact, unfinishedGames) = (next, 0)
        return true
    }

    /// Throws if the current fact forbids the invitation. `found` is the object that was read; nil
    /// if it does not exist.
    mutating func refuseIfCurrentFactForbids(_ found: VersionedObjectJSON?) throws(CallRefusal) {
        switch currentFact {
        case .isBlockedByPartner, .isPartnerBlocked:
            guard found == nil else { throw .refusedInvitation }
        // A user accepts games from all friends.
        case .isFriendOfPartner: isStranger = found == nil
        case .takesStrangers:
            let object = found.flatMap { (try? JSON(parsing: $0.object))?.object }
            guard object?["value"]?.bool != false else { throw .refusedInvitation }
        case .ownGames, .partnersGames: break
        }
    }

    /// Counts the unfinished games and open invitations on a page of the index. Returns the mark
    /// for the next page; nil after the last page. Throws if a limit is reached.
    mutating func countOpenGamesAndInvitations(in page: [UInt8]) throws(CallRefusal)
        -> IndexPageEndMark?
    {
        guard let page = (try? JSON(parsing: page))?.object else { throw .unavailable }
        for entry in page["index"]?.array ?? [] {
            guard let object = entry["d"]?.object else { continue }
            if let game = try? CorrespondenceGame(object) { countTowardsLimits(game) }
            if let invitation = FriendInvitation(object) { countTowardsLimits(invitation) }
        }
        if isForGame, unfinishedGames >= Self.mostUnfinishedGames {
            throw currentFact == .ownGames ? .tooManyGames : .refusedInvitation
        }
        if isStranger == true {
            guard ownInvitations < Self.mostFromStranger else { throw .tooManyInvitations }
            guard strangersInvitations < Self.mostFromStrangers else { throw .refusedInvitation }
        }
        return page["mark"]?.string.flatMap(IndexPageEndMark.init)
    }

    private mutating func countTowardsLimits(_ invitation: FriendInvitation) {
        guard invitation.isOpen else { return }
        if currentFact == .ownGames {
            let isSame =
                invitation.asked.user == partner.id.text
                && invitation.asker.user == asker.user.text
            guard isSame else { return }
            // At most one friend invitation to the partner may be open.
            ownInvitations = isForGame ? ownInvitations + 1 : Self.mostFromStranger
        } else if invitation.asked.user == partner.id.text {
            strangersInvitations += 1
        }
    }

    private mutating func countTowardsLimits(_ game: CorrespondenceGame) {
        guard !game.isOver else { return }
        let isOwn = currentFact == .ownGames
        if isOwn, game.invitation != nil, game.cross.user == asker.user.text {
            ownInvitations += game.circle.user == partner.id.text ? 1 : 0
        }
        // A stranger's invitation does not count as an unfinished game of the invited player.
        let owner = isOwn ? asker.user.text : partner.id.text
        guard game.invitation == .stranger, game.circle.user == owner else {
            return unfinishedGames += 1
        }
        strangersInvitations += isOwn ? 0 : 1
    }
}
