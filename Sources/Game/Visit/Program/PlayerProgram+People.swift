internal import Drawing
package import Game
package import Lobby
package import Records
internal import SimperiumClock
internal import SimperiumJSON
import SimperiumSync

extension PlayerProgram {
    package func user(of id: PlayerID) -> String? { visit?.lobbyState.roster[id]?.user }

    package func isBlocked(_ id: PlayerID) -> Bool {
        user(of: id).map { records?.isBlocked($0) == true } ?? false
    }

    package func isFriend(_ person: Person) -> Bool {
        person.user.map { records?.isFriend($0) == true } ?? false
    }

    package func isBlocked(_ person: Person) -> Bool {
        person.user.map { records?.isBlocked($0) == true } ?? false
    }

    /// Returns the player in the lobby who is signed in to an account; nil if there is none. Of
    /// several devices, returns the one that is listed.
    package func personInLobby(of user: String) -> Person? {
        visit?.lobbyState.person(ofUser: user)
    }

    /// Returns the user's nickname for the owner of an account; nil if there is none.
    package func nickname(of user: String) -> String? {
        let alias = records?.friends[user]?.alias
        return alias.flatMap { PlayerName(cleaning: $0.shown)?.text }
    }

    /// Returns the user's nickname for the owner of an account, or otherwise the owner's current or
    /// last known name; nil if there is none.
    package func friendName(_ user: String, _ friend: Person?) -> String? {
        if let nickname = nickname(of: user) { return nickname }
        let name = account.names[user].flatMap(\.self) ?? records?.lastKnownName(of: user)
        return (friend?.name ?? name?.shown).flatMap { PlayerName(cleaning: $0)?.text }
    }

    /// Returns the account of another player, to befriend or block, or for a correspondence game.
    /// If this is not possible, reports the reason and returns nil.
    private mutating func userOrReportObstacle(of id: PlayerID, called name: String) -> String? {
        let user = user(of: id)
        if !isSignedIn {
            news.append(.needsAccount)
        } else if user == nil {
            news.append(.isGuest(name))
        } else if user == visit?.account?.user {
            news.append(.isYourself)
        } else {
            return user
        }
        return nil
    }

    /// Invites a player of the lobby to be friends, or accepts the player's invitation.
    package mutating func befriend(_ id: PlayerID, called name: String) {
        guard let user = userOrReportObstacle(of: id, called: name) else { return }
        inviteOrAcceptFriend(user, called: name)
    }

    /// Invites the owner of an account to be friends, or accepts the owner's invitation.
    package mutating func befriend(_ user: String, called name: String) {
        guard isSignedIn else { return news.append(.needsAccount) }
        inviteOrAcceptFriend(user, called: name)
    }

    package mutating func unfriend(_ user: String, called name: String) {
        saveRecord(.unfriend(user))
        news.append(.unfriended(name))
    }

    /// Invites a player to be friends, or accepts the player's invitation. Unblocks a blocked
    /// player.
    mutating func inviteOrAcceptFriend(_ user: String, called name: String) {
        if records?.isBlocked(user) == true { saveRecord(.unblock(user)) }
        guard !answerFriendInvitation(user, called: name, accepts: true) else { return }
        guard records?.isFriend(user) != true else { return addFriend(user, called: name) }
        sendIfSignedIn { .inviteFriend(user: user, $0) }
    }

    mutating func addFriend(_ user: String, called name: String) {
        saveRecord(.friend(user, records?.friends[user] ?? Friend(since: today)))
        recordFriendsInLobby()
        news.append(.befriended(name))
    }

    package func openFriendInvitation(
        with user: String
    ) -> (key: String, invitation: FriendInvitation)? {
        let own = visit?.account?.user ?? ""
        return records?.openFriendInvitationsReceivedFirst(by: own).first {
            $0.invitation.partner(of: own)?.user == user
        }
    }

    /// Accepts or declines a player's friend invitation. Returns false if there is none.
    @discardableResult
    package mutating func answerFriendInvitation(
        _ user: String, called name: String, accepts: Bool
    ) -> Bool {
        guard let (key, invitation) = openFriendInvitation(with: user),
            invitation.asker.user == user
        else { return false }
        guard accepts else {
            saveRecord(.resignOrRemove(game: key))
            news.append(.friendDeclined(name))
            return true
        }
        saveRecord(.friendInvitation(key, invitation.becoming(.accepted)))
        addFriend(user, called: name)
        return true
    }

    /// Withdraws the user's friend invitation to a player; does nothing if there is none.
    package mutating func withdrawFriendInvitation(_ user: String, called name: String) {
        guard let (key, invitation) = openFriendInvitation(with: user),
            invitation.asked.user == user
        else { return }
        saveRecord(.resignOrRemove(game: key))
        news.append(.unfriended(name))
    }

    /// Reports new friend invitations, and adds the players who accepted the user's invitations.
    /// Removes answered invitations, and those to or from blocked players. Also removes the user's
    /// invitation to a friend, because two players may have invited each other.
    mutating func processFriendInvitations() {
        guard let records, let own = visit?.account?.user else { return }
        for (key, invitation) in records.friendInvitations.sorted(by: { $0.key < $1.key }) {
            guard let partner = invitation.partner(of: own) else { continue }
            let isOwn = invitation.asker.user == own
            let isNeedless =
                records.isBlocked(partner.user) || isOwn && records.isFriend(partner.user)
            // Each state is reported once, also in a program that can't change the account.
            guard
                account.seenInvitations.insert("\(key) \(invitation.state) \(isNeedless)").inserted
            else { continue }
            let name = PlayerName(cleaning: partner.name.shown)?.text ?? ""
            if invitation.state == .accepted, isOwn, !isNeedless {
                addFriend(partner.user, called: name)
            }
            if !invitation.isOpen || isNeedless {
                saveRecord(.resignOrRemove(game: key))
            } else if invitation.isOpenAndReceived(by: own) {
                news.append(.friendAsks(name))
            }
        }
    }

    package mutating func toggleBlock(_ id: PlayerID, called name: String) {
        guard let user = userOrReportObstacle(of: id, called: name) else { return }
        toggleBlock(user, called: name)
    }

    package mutating func toggleBlock(_ user: String, called name: String) {
        let isBlocked = records?.isBlocked(user) == true
        if isBlocked {
            saveRecord(.unblock(user))
        } else {
            if records?.isFriend(user) == true { saveRecord(.unfriend(user)) }
            saveRecord(.block(user, since: today))
            removeInvitationAndUnstartedGames(with: user)
        }
        news.append(.blockChanged(name, isBlocked: !isBlocked))
    }

    /// Ends the friend invitation from or to a blocked player, and the games with that player that
    /// have not begun.
    private mutating func removeInvitationAndUnstartedGames(with user: String) {
        if let (key, _) = openFriendInvitation(with: user) {
            saveRecord(.resignOrRemove(game: key))
        }
        for row in correspondenceGames.rows
        where row.opponent.user == user && row.state != .over && !row.game.hasBegun {
            saveRecord(.resignOrRemove(game: row.key))
        }
    }

    mutating func recordFriendsInLobby() {
        guard let people = visit?.lobbyState.people, let records else { return }
        saveSightingsIfSynced(
            account.friendPresence.recordFriendsPresent(among: people, records, at: today))
    }

    /// Stores the times when friends were last seen. Drops the edits if the account is not synced,
    /// because another device may have removed a friend, and the edit would undo the removal.
    private mutating func saveSightingsIfSynced(_ edits: [RecordEdit]) {
        guard visit?.accountStatus == .synced else { return }
        for edit in edits { saveRecord(edit) }
    }

    /// Updates the friends in the lobby if the notice is about a player who entered or left.
    /// Returns true if other news replaces the notice.
    mutating func replaceByFriendArrival(_ notice: Notice) -> Bool {
        guard let records else { return false }
        switch notice {
        case .came(let id):
            guard let user = user(of: id),
                let edits = account.friendPresence.recordFriendsFirstArrival(
                    id, user: user, records, at: today)
            else { return false }
            saveSightingsIfSynced(edits)
            guard profile.choices[.arrivals]?.bool != false else { return false }
            news.append(.friendCame(user: user))
            return true
        case .left(let id, _, _):
            saveSightingsIfSynced(account.friendPresence.recordDeparture(id, records, at: today))
        default: break
        }
        return false
    }
}

extension PlayerProgram {
    /// The first invitation from a player who is not blocked; nil if there is none.
    package var openInvitation: Invitations.ReceivedInvitation? {
        visit?.invitations.received.first { !isBlocked($0.from) }
    }

    /// Answers the first invitation. Returns false if there is none, or during a match.
    package mutating func answerFirstInvitation(_ answer: LobbyRequest.InvitationAnswer) -> Bool {
        guard visit?.own == nil, let invitation = openInvitation else { return false }
        ask(.answer(invitation.from, answer))
        return true
    }

    /// The time when the program answers a blocked player's invitation, shortly before the
    /// invitation expires; nil if no blocked player has invited the user.
    var silentAnswerDue: Instant? {
        guard records?.blocks.isEmpty == false else { return nil }
        return visit?.invitations.received.filter { isBlocked($0.from) }
            .map { $0.until + Self.silentAnswerLead }.min()
    }

    private static let silentAnswerLead = Duration.seconds(-1)

    mutating func declineExpiringBlockedInvitations() {
        guard let due = silentAnswerDue, due <= now else { return }
        let over = (visit?.invitations.received ?? []).filter {
            isBlocked($0.from) && $0.until + Self.silentAnswerLead <= now
        }
        for invitation in over { ask(.answer(invitation.from, .later)) }
    }
}

extension PlayerProgram {
    package var arePhrasesMuted: Bool { profile.choices[.phrases]?.bool == false }

    /// Mutes or shows the phrases of all players. Returns true if phrases are muted now.
    package mutating func toggleMuteOfAllPhrases() -> Bool {
        storeSetting(.phrases, .bool(arePhrasesMuted))
        return arePhrasesMuted
    }

    /// Sets the series of later matches. Returns false without a lobby, or at a server without
    /// series.
    package mutating func setSeriesTarget(_ target: SeriesTarget?) -> Bool {
        guard !isAlone, visit?.lobbyState.supportsInvitations == true else { return false }
        profile.terms.target = target
        ask(.target(target))
        return true
    }

    /// Sets the clock of later matches. Returns false without a lobby, or at a server without
    /// clocks.
    package mutating func setClock(_ clock: ClockChoice) -> Bool {
        guard !isAlone, visit?.lobbyState.supportsInvitations == true else { return false }
        profile.clock = clock
        ask(profile.wish.map(LobbyRequest.wish) ?? .limit(profile.terms.limit))
        return true
    }

    /// Proposes other terms for the next round; the current terms withdraw an earlier proposal.
    /// Returns the user's proposal after that; nil if there is none, or if the change is refused.
    /// After a refusal, an earlier proposal stays.
    package mutating func proposeTermsForNextRound(_ change: (inout MatchTerms) -> Void)
        -> MatchTerms?
    {
        guard let own = visit?.own, let before = visit?.match?.record else { return nil }
        var terms = before.proposedTerms(of: own.piece)?.terms ?? before.terms
        change(&terms)
        guard ask(.act(.want(terms))) else { return nil }
        return visit?.match?.record?.proposedTerms(of: own.piece)?.terms
    }
}

extension PlayerProgram {
    /// Leaves a decided series, and invites the opponent to another one on the same terms. The
    /// user's terms for other matches stay.
    package mutating func startAnotherSeries() {
        guard let own = visit?.own, let match = visit?.match, match.isDecided,
            let name = PlayerName(cleaning: own.opponentName)
        else { return }
        guard ask(.leaveMatch(.open)) else { return }
        purpose.awaited = PendingStartAction.AwaitedPlayer(name: name, terms: match.terms)
    }
}

package enum CorrespondenceGameAction: Hashable, Sendable {
    case play(Square)
    case resign
    /// Wins the game, because the opponent's time has expired.
    case claim
    case accept
    /// Declines an invitation, or withdraws the user's own.
    case decline
    case remove
}

package enum CorrespondenceGameObstacle: Error, Hashable, Sendable {
    case timeNotUp
    case notOver
    case noInvitation
    case move(MatchActionRefusal)
}

extension PlayerProgram {
    package var correspondenceGames: CorrespondenceGameList {
        CorrespondenceGameList(records?.games ?? [:], of: visit?.account?.user ?? "", at: today)
    }

    /// Returns the user's nickname for the opponent, or otherwise the opponent's name; nil if that
    /// name has no printable characters.
    package func name(of row: CorrespondenceGameList.GameRow) -> String? {
        let alias = records?.friends[row.opponent.user]?.alias
        return PlayerName(cleaning: (alias ?? row.opponent.name).shown)?.text
    }

    var gameDue: Instant? { games.nextDue.map { .start + ($0 - profile.startedAt) } }

    /// Reports if more games wait for the user than before; at the start, if any game waits.
    mutating func reportNewWaitingGames() {
        if games.updateReturningIncrease(records, of: visit?.account?.user, at: today) {
            news.append(.gamesWait)
        }
    }

    /// Requests a game with a player of the lobby, or with the opponent of the finished match.
    package mutating func beginCorrespondenceGame(
        with id: PlayerID, called name: String, _ limit: DaysPerMove
    ) {
        guard let user = userOrReportObstacle(of: id, called: name) else { return }
        beginCorrespondenceGame(with: .user(user), called: name, limit)
    }

    /// Requests a game with the owner of an account. The name of `partner` may be the user's
    /// nickname for a friend.
    package mutating func beginCorrespondenceGame(
        with partner: CorrespondenceInvitee, called name: String, _ limit: DaysPerMove
    ) {
        guard isSignedIn else { return news.append(.needsAccount) }
        news.append(.beginsGame(with: name))
        var invitee = partner
        if case .name(let typed) = partner, let records {
            invitee = records.invitee(called: typed)
        }
        sendIfSignedIn { .beginGame(with: invitee, limit, $0) }
    }

    /// Changes a game here at once; throws if the action is not possible. The server sets the time
    /// of the action when the server receives the change.
    package mutating func perform(
        _ action: CorrespondenceGameAction, on row: CorrespondenceGameList.GameRow
    ) throws(CorrespondenceGameObstacle) {
        switch action {
        case .play(let square): try change(row, by: .play(square))
        case .resign: try change(row, by: .resign)
        case .claim:
            guard row.state == .claimable else { throw .timeNotUp }
            try change(row, by: .claim)
        case .accept:
            guard row.state == .invitation else { throw .noInvitation }
            try change(row, by: .accept)
        case .decline:
            guard row.game.invitation != nil else { throw .noInvitation }
            saveRecord(.resignOrRemove(game: row.key))
        case .remove:
            guard row.game.isOver else { throw .notOver }
            saveRecord(.resignOrRemove(game: row.key))
        }
    }

    private mutating func change(
        _ row: CorrespondenceGameList.GameRow, by action: CorrespondenceGame.PlayerAction
    ) throws(CorrespondenceGameObstacle) {
        guard let user = visit?.account?.user else { return }
        var game = row.game
        do throws(MatchActionRefusal) {
            try game.perform(action, by: user, at: today)
        } catch {
            throw .move(error)
        }
        saveRecord(.game(row.key, game))
    }
}
