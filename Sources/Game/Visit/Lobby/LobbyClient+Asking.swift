internal import Game
internal import Lobby
package import SimperiumClock
internal import SimperiumJSON

extension LobbyClient {
    mutating func perform(_ request: LobbyRequest, at now: Instant) throws(RequestObstacle) {
        switch request {
        case .enter(let name, let mode, let way):
            enterLobby(as: Player(id: me, name: name, mode: mode, way: way))
        case .leave: leaveLobby(at: now)
        case .rename(let name): try changePlayerOrThrow { $0.name = name }
        case .hide(let isHidden): setNameHidden(isHidden)
        case .block(let users): matchmaker.blockedUsers = users
        case .limit(let limit): setTerms(MatchTerms(limit: limit, target: terms.target))
        case .wish(let limit): setTerms(MatchTerms(target: terms.target), wish: limit)
        case .target(let target):
            setTerms(MatchTerms(limit: terms.limit, target: target), wish: wish)
        case .look(let mode): try setSearchMode(mode, at: now)
        case .invite: try inviteByCode(at: now)
        case .challenge(let id, let terms): try challengeOrInvite(id, by: terms, at: now)
        case .answer(let id, let answer): try answerInvitation(answer, from: id, at: now)
        case .join(let code): try join(code)
        case .withdrawChallenge: try withdrawChallengeOrInvitation(at: now)
        case .act(let action): try performMatchAction(action, at: now)
        case .leaveMatch(let mode):
            guard own != nil else { throw .noMatch }
            setModeEndingCode(mode)
            leaveMatch(matchEndIfLeaving(at: now), at: now)
        case .watch(let choice):
            guard own == nil else { throw .alreadyPlaying }
            watching.choose(choice, in: lobbyState)
            ownWatcher.isRefused = false
        }
    }

    /// Sets the Player's account. Also sets the Player's name, if the account has a valid player
    /// name.
    package mutating func setAccountIdentity(to identity: AccountIdentity?, at now: Instant) {
        accountIdentity = identity
        changePlayer { $0.setUserAndName(to: identity) }
        updateAndWriteEdits(at: now)
    }

    private mutating func enterLobby(as player: Player) {
        var player = player
        if let accountIdentity { player.setUserAndName(to: accountIdentity) }
        player.isHidden = isHidden && mayUseLaterRules
        if player.mode == .auto { startLooking(as: &player) }
        if self.player == nil { self.player = player } else { updatePlayer(to: player) }
    }

    /// Hides the name from spectators, or shows it. Stores the choice, also for a later Player. A
    /// server of the first version does not support hidden names.
    private mutating func setNameHidden(_ isHidden: Bool) {
        self.isHidden = isHidden
        guard mayUseLaterRules else { return }
        changePlayer { $0.isHidden = isHidden }
    }

    /// Sets the terms of later matches, also for a current search or code.
    private mutating func setTerms(_ terms: MatchTerms, wish: MoveTimeLimit? = nil) {
        (self.terms, self.wish) = (terms, wish)
        guard var player else { return }
        if player.mode.isLooking { startLooking(as: &player) }
        if let code = player.code { player.setFriendCode(code, wantedTerms) }
        updatePlayer(to: player)
    }

    /// Makes the Player look for any opponent. A Player that is already in the lobby gets only the
    /// terms that its version of the rules supports.
    func startLooking(as player: inout Player) {
        if isEntered, !player.knowsWishes {
            let limit = player.supportsInvitations ? terms.limit : nil
            player.startLooking(for: MatchTerms(limit: limit))
        } else {
            player.startLooking(for: terms, wish: wish)
        }
    }

    /// The user's terms; the default terms at a server of the first version, which supports no
    /// other terms.
    var wantedTerms: MatchTerms { mayUseLaterRules ? terms : MatchTerms() }

    private var mayUseLaterRules: Bool { !isEntered || lobbyState.supportsInvitations }

    private mutating func leaveLobby(at now: Instant) {
        guard player != nil else { return }
        invitations.asking = nil
        invitations.removeAllReceived()
        let end = matchEndIfLeaving(at: now)
        if end == .forfeited { writeForfeit(at: now) }
        player = nil
        if isEntered { enqueue(.delete(.player, ownKey)) }
        isEntered = false
        cancelUnconfirmedChallenge()
        leaveMatch(end, at: now)
    }

    private mutating func withdrawChallengeOrInvitation(at now: Instant) throws(RequestObstacle) {
        guard challenge != nil || invitations.asking != nil else { throw .nothingToWithdraw }
        cancelUnconfirmedChallenge()
        endSentInvitation(.withdrawn, at: now)
    }

    /// Changes the Player. Throws `notHere` if there is none.
    private mutating func changePlayerOrThrow(
        _ change: (inout Player) -> Void
    ) throws(RequestObstacle) {
        guard player != nil else { throw .notHere }
        changePlayer(change)
    }

    mutating func changePlayer(_ change: (inout Player) -> Void) {
        guard var player else { return }
        change(&player)
        updatePlayer(to: player)
    }

    /// Replaces the Player; does nothing if there is none. Once the Player is in the lobby, writes
    /// only the members that have changed.
    mutating func updatePlayer(to new: Player) {
        guard let old = player, old != new else { return }
        player = new
        guard isEntered else { return }
        enqueue(.updating(ownKey, in: .player, from: old.members, to: new.members))
    }

    /// Sets the Player's mode, and removes the join code. If the user wants no invitations, sets
    /// `busy` instead of `open`, for example after a match. `auto` allows invitations again.
    mutating func setModeEndingCode(_ mode: MatchmakingMode) {
        if mode == .auto { invitations.isUndisturbed = false }
        let isQuiet = mode == .open && invitations.isUndisturbed
        guard var player else { return }
        player.mode = isQuiet ? .busy : mode
        player.setFriendCode(nil)
        if mode == .auto { startLooking(as: &player) }
        updatePlayer(to: player)
    }

    private mutating func setSearchMode(_ mode: MatchmakingMode, at now: Instant)
        throws(RequestObstacle)
    {
        guard player != nil else {
            // During a transfer, the Player will enter the other hall in this mode.
            guard halls.transfer?.player != nil else { throw .notHere }
            halls.transfer?.player?.mode = mode
            return
        }
        if mode == .auto, let opponent = lobbyState.opponentOnOtherDevice(of: me) {
            throw .playingElsewhere(opponent)
        }
        // The search does not resume: a player who looks for any opponent, even briefly, can be
        // paired.
        endSentInvitation(.withdrawn, looksAgain: false, at: now)
        invitations.isUndisturbed = mode == .busy
        if mode != .auto { withdrawAutomaticChallenge() }
        setModeEndingCode(mode)
    }

    /// Pauses pairing during a transfer, or ends the pause. A Match that another player has already
    /// started is still played.
    mutating func setPairingPausedForTransfer(_ isAside: Bool) {
        guard isAside != isSteppingAside else { return }
        isSteppingAside = isAside
        // A match that began meanwhile has ended the search.
        let isPlaying = isInMatch
        if !isAside, isPlaying { hasSearched = true }
        guard var player else { return }
        if isAside || isPlaying {
            player.stopLooking(enter: isAside ? .busy : .open)
        } else {
            startLooking(as: &player)
        }
        updatePlayer(to: player)
    }

    private mutating func withdrawAutomaticChallenge() {
        if challenge?.isChosen == false { cancelUnconfirmedChallenge() }
    }

    /// Makes the user wait with a code. Keeps an existing code, because a friend may have it.
    private mutating func inviteByCode(at now: Instant) throws(RequestObstacle) {
        guard own == nil else { throw .alreadyPlaying }
        endSentInvitation(.withdrawn, looksAgain: false, at: now)
        invitations.isUndisturbed = false
        let code = player?.code ?? JoinCode(random: &random)
        let wanted = wantedTerms
        try changePlayerOrThrow { player in
            player.mode = .open
            player.setFriendCode(code, wanted)
        }
        withdrawAutomaticChallenge()
    }

    private mutating func challengeOrInvite(
        _ id: PlayerID, by invitationTerms: MatchTerms?, at now: Instant
    ) throws(RequestObstacle) {
        let other = lobbyState.roster[id]
        guard other?.code == nil else { throw .invitesByCode }
        try checkMatchCanStart(with: id)
        let terms = other.flatMap { $0.idle == nil ? player?.pairingTerms(with: $0) : nil }
        guard let other, lobbyState.supportsInvitations, terms == nil else {
            return startMatch(with: id, isChosen: true, by: terms ?? MatchTerms())
        }
        try inviteOrAccept(id, other, by: invitationTerms ?? wantedTerms, at: now)
    }

    private mutating func join(_ code: JoinCode) throws(RequestObstacle) {
        guard player?.code != code else { throw .yourself }
        guard let id = lobbyState.freeHolder(of: code) else { throw .unknownCode }
        try checkMatchCanStart(with: id)
        let hasInvitations = lobbyState.supportsInvitations
        let terms = hasInvitations ? lobbyState.roster[id]?.terms : nil
        startMatch(
            with: id, isChosen: true, by: terms ?? MatchTerms(), code: hasInvitations ? code : nil)
    }

    /// Throws if no match with this player can start. `hasAsked` is true if the player has invited
    /// the user; such a player may be busy.
    func checkMatchCanStart(with id: PlayerID, hasAsked: Bool = false) throws(RequestObstacle) {
        guard player != nil, isEntered else { throw .notHere }
        guard lobbyState.isComplete else { throw .notConnected }
        // A match that the user left blocks the Player until the hub confirms the deletion of the
        // Match.
        guard own == nil, lobbyState.ledger.seatedMatch(of: me) == nil else {
            throw .alreadyPlaying
        }
        guard challenge == nil else { throw .alreadyChallenging }
        guard !lobbyState.roster.areSamePerson(id, me) else { throw .yourself }
        guard let obstacle = lobbyState.invitationObstacle(to: id) else { return }
        if hasAsked, case .busy = obstacle { return }
        throw obstacle
    }

    private mutating func performMatchAction(_ action: MatchAction, at now: Instant)
        throws(RequestObstacle)
    {
        guard let own, let match else { throw .noMatch }
        if action == .rematch, lobbyState.roster[own.opponent]?.isPassive == true {
            throw .playsOneRound
        }
        if action == .claim, !mayClaim(at: now) { throw .claimNotDue }
        try checkPreconditions(of: action, own, in: match, at: now)
        guard var record = match.currentRecord else { throw .doubtful }
        try record.perform(action, by: own.piece)
        switch action {
        case .play, .allowUndo: self.own?.hasUnconfirmedMove = true
        case .want:
            // Terms that the opponent has proposed before are the opponent's proposal.
            let isOpponents =
                record.proposedTerms(of: own.piece)
                == record.proposedTerms(of: own.piece.opponent)
            self.own?.lastProposalRound = isOpponents ? nil : record.match.round
        default: break
        }
        if case .say = action { self.own?.recordSpeaking(at: now) }
        writeMatch(record, at: now)
        if action == .allowUndo { notify(.undone) }
    }

    /// Writes a new record of the current match, and shows it at once.
    mutating func writeMatch(_ record: MatchRecord, at now: Instant) {
        guard let own, let old = lobbyState[own.key]?.record, record != old else { return }
        lobbyState.applyLocalRecord(record, in: own, at: now)
        enqueue(record.edit(since: old, of: own.key))
        for notice in self.own?.applyState(old, record, at: now) ?? [] { notify(notice) }
    }

    /// True if the server and the opponent's program support phrases, proposals and claims.
    /// Programs of the first version support none of these.
    package var opponentKnowsPhrasesAndClaims: Bool {
        guard let own else { return false }
        return lobbyState.supportsInvitations
            && lobbyState.roster[own.opponent]?.supportsInvitations == true
    }

    /// True if both programs and the server support taking back moves.
    package var knowsUndo: Bool {
        guard let own else { return false }
        return lobbyState.hasWishes && lobbyState.roster[own.opponent]?.knowsWishes == true
    }

    /// True if the opponent asks to take back exactly the moves that can be taken back.
    private var isUndoRequestValid: Bool {
        guard let own, let record = match?.currentRecord,
            let undo = record.openUndoRequest(of: own.piece.opponent)
        else { return false }
        return own.undoableMoves(from: own.piece.opponent, in: record.match) == undo.squares
    }

    /// Declines a request to take back moves other than the last ones. A foreign program may send
    /// such a request.
    mutating func declineInvalidUndoRequest(at now: Instant) {
        guard let own, var record = match?.currentRecord, !isUndoRequestValid,
            record.openUndoRequest(of: own.piece.opponent) != nil
        else { return }
        guard (try? record.perform(.declineUndo, by: own.piece)) != nil else { return }
        writeMatch(record, at: now)
    }

    /// Throws for a rematch or new terms if the series is over, and for an action that the
    /// opponent's program does not support. Also throws for a phrase that comes too soon, and for
    /// consent to an invalid request to take back moves.
    private func checkPreconditions(
        of action: MatchAction, _ own: OwnMatch, in match: LobbyMatch, at now: Instant
    ) throws(RequestObstacle) {
        let isKnown = opponentKnowsPhrasesAndClaims
        switch action {
        case .rematch where match.isDecided: throw .seriesOver
        case .want where match.isDecided: throw .seriesOver
        case .want where !isKnown, .say where !isKnown, .claim where !isKnown:
            throw .notKnownThere
        case .askUndo where !knowsUndo: throw .notKnownThere
        case .allowUndo where !isUndoRequestValid: throw .move(.nothingOffered)
        case .say where !own.maySpeak(at: now): throw .spokeTooSoon
        default: break
        }
    }
}

extension Player {
    /// Sets the account and the account's name; removes the account if `identity` is nil. If the
    /// account has no valid player name, the Player keeps its name.
    fileprivate mutating func setUserAndName(to identity: LobbyClient.AccountIdentity?) {
        user = identity?.user
        name = identity?.name ?? name
    }
}
