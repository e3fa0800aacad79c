import Host
import Records
import SimperiumJSON
import SimperiumWebWire
import SimperiumWire
import SyncHub

/// Invitations to correspondence games and friendships.
///
/// A user sends the request, and the server inserts an open invitation. Before the insertion, the
/// server checks that neither user blocks the other, and that neither has too many games or
/// invitations. Until the insertion, the server refuses other invitations by or to either user.
/// Otherwise two invitations could pass the checks before either counts.
extension Host {
    mutating func showGames(_ call: RoutedCall) throws(CallRefusal) {
        let (id, user) = (call.id, try call.caller().user)
        let index = IndexRequest(hasObjects: true, limit: Limits.longestIndexPage)
        chargeWorkToAddress(settings.hub.pace.commands(forEntries: index.limit), for: id)
        answerFromHub(
            id, with: .index(index), of: GameBuckets.bucket(.game, of: user), by: .server(for: user)
        )
    }

    mutating func inviteToGame(_ call: RoutedCall) throws(CallRefusal) {
        guard let limit = call.request.object?["days"]?.int.flatMap(DaysPerMove.init(rawValue:))
        else {
            throw .badBody("a JSON object with days: 1, 3 or 7")
        }
        try invite(call, to: .game(limit))
    }

    mutating func inviteFriend(_ call: RoutedCall) throws(CallRefusal) {
        try invite(call, to: .friendship)
    }

    private mutating func invite(
        _ call: RoutedCall, to subject: InvitationRequest.GameOrFriendship
    ) throws(CallRefusal) {
        let (id, identity) = (call.id, try call.caller())
        let form = call.request.object
        try chargeInvitation(by: identity.user)
        let query: AccountQuery
        if let user = form?["user"]?.string.flatMap(UserID.init) {
            query = .owner(user, app: GameBuckets.app)
        } else if let name = form?["with"]?.string {
            query = .user(folded: PlayerNameRules().folded(name), of: GameBuckets.app)
        } else {
            throw .badBody("a JSON object with a name or a user")
        }
        findUser(query, for: id) { host, partner throws(CallRefusal) in
            guard let partner, partner.isActive else { throw .noSuchUser }
            guard partner.id != identity.user else { throw .badBody("about another user") }
            try host.reserve([identity.user, partner.id], for: id)
            try host.readCurrentFact(for: InvitationRequest(identity, to: partner, subject), id)
        }
    }

    /// Sends the hub a request for an invitation: a read or the insertion. Continues with the
    /// outcome. After the insertion, drops the bucket of a receiver whose account was deleted
    /// meanwhile.
    private mutating func sendHubRequest(
        _ wanted: CallerRequest, of bucket: BucketID, by user: UserID, for id: CallID,
        _ invitation: InvitationRequest
    ) {
        request(wanted, of: bucket, by: .server(for: user), for: id) { host, outcome in
            if case .insert(_, let receivers) = wanted, case .accepted = outcome {
                for receiver in receivers {
                    host.dropBucketIfUserIsDeleted(
                        BucketID(app: bucket.app, user: receiver, name: bucket.name))
                }
            }
            host.continueCall(id) { host throws(CallRefusal) in
                try host.applyRequestOutcome(outcome, for: id, invitation)
            }
        }
    }

    /// Applies the outcome of a read or of the insertion, and continues with the next read, the
    /// insertion or the answer. Throws if the outcome forbids the invitation.
    private mutating func applyRequestOutcome(
        _ outcome: CallerRequestOutcome, for id: CallID, _ invitation: InvitationRequest
    ) throws(CallRefusal) {
        var invitation = invitation
        switch outcome {
        case .entity(let found): try invitation.refuseIfCurrentFactForbids(found)
        case .index(let page):
            if let mark = try invitation.countOpenGamesAndInvitations(in: page) {
                return try readCurrentFact(for: invitation, id, after: mark)
            }
        case .accepted: return answer(id, with: invitation)
        case .unwelcome(let user):
            throw user == invitation.asker.user ? .tooManyGames : .refusedInvitation
        case .refused(let error): throw .refusedChange(error)
        case .changes, .shared, .notShared, .sharers, .unavailable: throw .unavailable
        }
        guard !invitation.isFriendship else { return answer(id, with: invitation) }
        guard invitation.advanceToNextFact() else {
            return insertSharedInvitation(invitation, id)
        }
        try readCurrentFact(for: invitation, id)
    }

    private mutating func readCurrentFact(
        for invitation: InvitationRequest, _ id: CallID, after mark: IndexPageEndMark? = nil
    ) throws(CallRefusal) {
        guard let (request, user, bucket) = invitation.requestForCurrentFact(after: mark) else {
            throw .noSuchUser
        }
        sendHubRequest(
            request, of: GameBuckets.bucket(bucket, of: user), by: user, for: id, invitation)
    }

    private mutating func insertSharedInvitation(_ request: InvitationRequest, _ id: CallID) {
        var invitation = request
        let key = ObjectKey.trappingIfInvalid(newSecret())
        invitation.key = key
        let bucket = GameBuckets.serverGamesBucket(under: key)
        let change = Change(
            .modify(Diff(from: [:], to: invitation.invitationObject)), key: key,
            id: .trappingIfInvalid("begun-\(key.text)"))
        sendHubRequest(
            .insert(change, sharedWith: invitation.users), of: bucket, by: bucket.user, for: id,
            invitation)
    }

    private mutating func answer(_ id: CallID, with invitation: InvitationRequest) {
        answer(id, .json(invitation.reply))
    }
}

extension CallRefusal {
    /// One user blocks the other, or the invited user accepts no strangers, or has the maximum
    /// number of games or invitations.
    static let refusedInvitation = CallRefusal(
        .forbidden, "the player does not accept this invitation")
    /// The asker, a stranger, has too many open invitations to the partner.
    static let tooManyInvitations = CallRefusal(
        .conflict,
        "at most \(InvitationRequest.mostFromStranger) open invitations to a player who is not a "
            + "friend",
        .openInvitations)
    static let tooManyGames = CallRefusal(
        .conflict, "a user can have at most \(InvitationRequest.mostUnfinishedGames) games at once")
}
