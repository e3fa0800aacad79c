internal import Drawing
internal import Game
internal import Lobby
internal import Records
internal import SimperiumClock
internal import Visit
internal import Wording

extension GameContext {
    /// Returns true if the person is the player, in this program or in another program of the same
    /// account.
    func isSelf(_ person: Person) -> Bool {
        guard person.id != program.visit?.me else { return true }
        return person.user != nil && person.user == program.visit?.account?.user
    }

    /// Returns the player's nickname for a user; nil for a guest, and without a nickname.
    func nickname(of user: String?) -> String? { user.flatMap { program.nickname(of: $0) } }

    /// Returns the player's nickname for a person, or otherwise the person's name.
    func nameOrNickname(of person: Person) -> String {
        nickname(of: person.user) ?? person.name
    }

    /// Returns the score of all rounds against another player, in words; nil if there are none, or
    /// if either player is a guest.
    func headToHeadScore(with id: PlayerID, called name: String) -> String? {
        program.user(of: id).flatMap { program.records?.score(with: $0) }
            .map { $0.scoreLine(against: name) }
    }

    /// Returns the score against another player, in words: of all rounds between two accounts,
    /// otherwise of this session's rounds. If there are none, returns a sentence.
    func headToHeadRecord(of user: String?, _ id: PlayerID?, called name: String) -> String {
        if let user, let score = program.records?.score(with: user) {
            return score.scoreLine(against: name)
        }
        guard user == nil || !program.isSignedIn else { return InvitationWords.noCountedRounds }
        let visit = program.visit
        var score = id.flatMap { visit?.invitations.score(with: $0) } ?? WinLossRecord()
        // The program adds the current match to the score only when that match ends.
        if let own = visit?.own, own.opponent == id, let current = visit?.match?.countedScore {
            score += WinLossRecord(current, of: own.piece)
        }
        guard score.played == 0 else { return InvitationWords.score(with: name, score) }
        return [InvitationWords.noEarlierMatchInSession, InvitationWords.noRoundInSession]
            .first(fitting: size.columns - Canvas.panelFrame)
    }

    /// The friends, friend invitations and blocked players of the user; empty for a guest.
    var friendList: FriendList {
        FriendList(
            program.records ?? AccountRecords(), of: program.visit?.account?.user ?? "",
            among: program.visit?.lobbyState.peopleWithEachOnce ?? [], called: friendName)
    }

    func friendName(_ user: String) -> String { friendName(user, program.personInLobby(of: user)) }

    func friendName(_ user: String, _ person: Person?) -> String {
        program.friendName(user, person) ?? FriendWords.unknownName
    }

    /// Unblocks a blocked player at once. Before blocking a player, asks and names the
    /// consequences. If blocking is not possible, shows the reason.
    mutating func unblockOrAskToBlock(_ id: PlayerID, called name: String) {
        guard program.isSignedIn, let user = program.user(of: id),
            user != program.visit?.account?.user
        else { return updateProgram { $0.toggleBlock(id, called: name) } }
        unblockOrAskToBlock(user, called: name)
    }

    mutating func unblockOrAskToBlock(_ user: String, called name: String) {
        guard program.records?.isBlocked(user) != true else {
            return updateProgram { $0.toggleBlock(user, called: name) }
        }
        let isFriend = program.records?.isFriend(user) == true
        overlay = Question(
            { _ in GameContextPeopleWords.block(name, isFriend: isFriend) },
            while: { $0.records?.isBlocked(user) == false }
        ) { game in
            game.updateProgram { $0.toggleBlock(user, called: name) }
        }
    }

    /// Replies that an account is needed, and how this player can have one.
    mutating func replyAccountIsNeeded() {
        reply(
            canHaveAccount
                ? FriendWords.signInFirst(key: keyName(.open(.account))) : FriendWords.keyIsNeeded)
    }
}

extension GameContext {
    /// Withdraws the player's invitation, if the intent is to decline. Returns false for other
    /// intents, without an invitation, and in a match.
    mutating func withdrawInvitationIfDeclined(by intent: Intent) -> Bool {
        guard intent == .decline, program.visit?.isInMatch == false,
            program.visit?.invitations.sent != nil
        else { return false }
        ask(.withdrawChallenge)
        return true
    }

    /// The received invitation that the player should answer now; nil if there is none, and in a
    /// match. The next invitation does not count if the player has invited its sender.
    private var waitingInvitation: Invitations.ReceivedInvitation? {
        guard program.visit?.isInMatch == false, let next = program.openInvitation,
            next.from != program.visit?.invitations.sent?.opponent
        else { return nil }
        return next
    }

    mutating func showWaitingInvitation() {
        guard overlay == nil, helpPage == nil, let next = waitingInvitation else { return }
        overlay = InvitationBox(next, at: program.now)
    }

    /// The line above the keys about an invitation; nil without an invitation to mention, or while
    /// the box shows the invitation.
    var invitationLine: String? {
        guard program.visit?.isInMatch == false, let invitations = program.visit?.invitations else {
            return nil
        }
        if let next = waitingInvitation {
            return overlay == nil && helpPage == nil || overlay is InvitationBox
                ? nil : InvitationWords.invitedWhileTyping(next.name)
        }
        guard let asking = invitations.sent, currentScreen != .lobby, noticeboard.shown == nil
        else {
            return nil
        }
        return InvitationWords.waitingForAnswer(
            for: asking.name, until: asking.until, at: program.now, withdraw: keyName(.decline))
    }

    /// The consequence of leaving the match now, as a sentence.
    var costOfLeaving: String {
        let visit = program.visit
        let end = visit?.matchEndIfLeaving(at: program.now) ?? .left
        guard !isNarrow else { return LeaveMatchWords.shortConsequence(end) }
        let match = visit?.match
        let hasBegun = match?.match?.hasBegun ?? true
        guard hasBegun || end != .left || match?.flaw != nil else {
            return LeaveMatchWords.beforeBothMoved
        }
        return LeaveMatchWords.consequence(end, against: visit?.own?.opponentName ?? "")
    }
}

extension ScreenAction {
    static let withdraw = ScreenAction(
        "x", "withdraw", "withdraw your invitation", on: "x", does: .decline
    ).when { $0.program.visit?.isInMatch == false && $0.program.visit?.invitations.sent != nil }
}

private enum GameContextPeopleWords {
    static func block(_ name: String, isFriend: Bool) -> QuestionWords {
        let loss = isFriend ? "You lose them as a friend." : "They can't invite you."
        return QuestionWords("Block \(name)? \(loss)", no: "cancel", yes: "block")
    }
}
