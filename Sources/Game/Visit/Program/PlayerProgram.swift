// Visit: a user's program without its front end: the client of the lobby, the account, decisions.
// Not here: screens (Play), lines of text (PlainText), any text (Wording), sync (SimperiumSync).
// Start with `PlayerProgram`; then `LobbyClient`, `LobbyBucketEventQueue`; and `PlayerFrontEnd`,
// the protocol of a front end.

internal import Drawing
package import Game
package import Lobby
package import Records
package import SimperiumClock
internal import SimperiumJSON
package import SimperiumSync
internal import SimperiumWire

/// The state and decisions of a user's program, for any front end: the lobby, the match, the
/// account, the choices, and the program's purpose.
///
/// A program does no I/O, and has no texts. A front end passes in events and requests. After each,
/// it takes the effects and the news, and shows the news.
///
/// Order of calls: `.begin` first; `.wake` at `nextDeadline`; and `finishExitIfGoodbyeOver` after
/// each event, until it returns the action that follows the goodbye.
///
/// Parts of the work are done by other types:
/// - the lobby and the connection: `LobbyClient`.
/// - the table at this terminal: `LocalGame`. The front end wakes it.
package struct PlayerProgram: Sendable {
    package var profile: PlayerProfile
    package internal(set) var purpose: PendingStartAction
    /// The client of the lobby; nil for a game that needs no server.
    package internal(set) var visit: LobbyClient?
    /// The match or puzzle at this terminal; nil if there is none.
    package var table: LocalGame?
    package internal(set) var results = RecentMatchScores()
    package internal(set) var account = AccountRequestState()
    package internal(set) var games = WaitingGameCounts()

    /// The last reported failure of the connection; nil once the connection works again.
    package private(set) var reportedFailure: LinkFailure?
    /// The time when unconfirmed changes were first seen; nil if the server has confirmed all.
    package private(set) var unsentSince: Instant?
    /// The time when the search for an opponent began; nil if the user does not search.
    package private(set) var lookingSince: Instant?
    /// The goodbye before the program stops or ends; nil if there is none.
    package private(set) var exit: PendingExit?
    /// The start values for a match that waits for the user's decision; nil if no match waits.
    package private(set) var waitingMatch: LobbyClient.Beginning?
    /// The end of the wait for an answer to the shown puzzle that another device may have stored;
    /// nil if the program does not wait. The user can't answer before.
    var answerCheckDue: Instant?
    /// The user's name, with its number, at the last comparison in `reportNumberedName`; nil before
    /// the first.
    private var comparedName: String?
    private var offered: OtherDeviceMatch?

    package var random: SeededRandom
    package var now = Instant.start
    package internal(set) var effects: [ProgramEffect] = []
    package internal(set) var news: [ProgramNews] = []

    package init(
        _ opening: StartAction, profile: PlayerProfile, visit: LobbyClient?,
        waitingMatch: LobbyClient.Beginning? = nil, seed: UInt64
    ) {
        purpose = PendingStartAction(opening)
        self.profile = profile
        self.visit = visit
        self.visit?.device = profile.device
        self.waitingMatch = waitingMatch
        random = SeededRandom(seed: seed)
        if case .table(let opponent) = opening {
            table = LocalGame(against: opponent, seed: random.next())
            if case .puzzle(let puzzle) = opponent, let last = profile.puzzle,
                last.day == puzzle.day
            {
                table?.restorePuzzleAnswer(last.answer)
            }
        }
    }

    /// The start values of a program with a terminal or script of its own, with any front end.
    package struct Beginning: Hashable, Codable, Sendable {
        package let opening: StartAction
        let profile: PlayerProfile
        /// The start values of the lobby's client; nil for a game that needs no server.
        let visit: LobbyClient.Beginning?
        /// The start values of a client that continues a waiting match; nil if no match waits.
        let kept: LobbyClient.Beginning?
        let seed: UInt64

        package init(
            _ opening: StartAction, profile: PlayerProfile, visit: LobbyClient.Beginning?,
            kept: LobbyClient.Beginning? = nil, seed: UInt64
        ) {
            (self.opening, self.profile, self.seed) = (opening, profile, seed)
            (self.visit, self.kept) = (visit, kept)
        }
    }

    /// Creates a program. If it starts in the lobby, it continues the waiting match. With another
    /// purpose, the match waits until the user decides.
    package init(_ beginning: Beginning) {
        let (opening, fresh, kept) = (beginning.opening, beginning.visit, beginning.kept)
        let (begun, waitingMatch) = opening == .lobby ? (kept ?? fresh, nil) : (fresh, kept)
        self.init(
            opening, profile: beginning.profile, visit: begun.map { LobbyClient($0) },
            waitingMatch: waitingMatch, seed: beginning.seed)
    }

    /// True if the program was started for a game at this terminal, or has no client of the lobby.
    package var isAlone: Bool {
        guard visit != nil, case .table = purpose.opening else { return visit == nil }
        return true
    }

    package var isSignedIn: Bool { visit?.account != nil }

    package var records: AccountRecords? { visit?.records }

    /// The account's name; for a guest, the guest's own name, or nil if they have none.
    package var userName: PlayerName? { accountName ?? profile.name }

    /// The account's name; nil for a guest, or if it is not a valid player name.
    package var accountName: PlayerName? {
        visit?.account.flatMap { try? PlayerName($0.name.shown) }
    }

    package var isOffline: Bool {
        if case .offline(.some, _)? = visit?.status { true } else { false }
    }

    /// The current calendar time, computed from the last time that the program received.
    package var today: ServerTime { profile.startedAt + (now - .start) }

    /// True while the user is asked for a name, before anything else.
    package var isNaming: Bool { profile.asksName && waitingMatch == nil }

    /// The time of the next `wake`, if no event comes before. The front end wakes the table itself.
    package var nextDeadline: Instant? {
        [
            visit?.nextDeadline, exit?.due, account.pollDue, silentAnswerDue, gameDue,
            answerCheckDue,
        ].compactMap(\.self).min()
    }

    package mutating func deduplicate(with others: inout InternedObjects) {
        visit?.deduplicate(with: &others)
    }

    package mutating func takeEffects() -> [ProgramEffect] {
        defer { effects = [] }
        return effects
    }

    package mutating func takeNews() -> [ProgramNews] {
        defer { news = [] }
        return news
    }

    package mutating func handle(_ event: ProgramEvent, at now: Instant) {
        self.now = now
        switch event {
        case .begin: return askOrEnterLobby()
        case .calendar(let stamp): return profile.startedAt = stamp - (now - .start)
        case .hangUp: return quit(by: visit?.goodbyeOnHangUp)
        case .closing: return quit(by: visit?.goodbyeAtClosing)
        case .called(let reply): return handle(reply)
        case .woken, .networkChanged: if isAlone { return }
        case .wake:
            pollDeviceLinkIfDue()
            if let due = answerCheckDue, due <= now { answerCheckDue = nil }
            guard let due = visit?.nextDeadline, due <= now else { return }
        case .link, .signedIn, .stored, .answered: break
        }
        updateLobby { $0.handle(event, at: $1) }
    }
}

extension PlayerProgram {
    /// Asks the user about the waiting match, or for a name. Without a question, enters the lobby.
    private mutating func askOrEnterLobby() {
        if let opponent = waitingMatch?.keptSeat?.opponent {
            news.append(.asks(.goBack(opponent: opponent)))
        } else if profile.asksName {
            news.append(.asks(.name))
        } else {
            enterLobby()
        }
    }

    /// Enters the lobby under a name, and no longer asks for one.
    package mutating func enterLobby(named name: PlayerName?) {
        profile.name = name
        profile.asksName = false
        storeGuestName()
        enterLobby()
    }

    /// Gives a guest another name. Reports the account's name to a signed-in user instead.
    package mutating func rename(_ name: PlayerName) {
        if let accountName { return news.append(.nameIsAccounts(accountName)) }
        profile.name = name
        storeGuestName()
        ask(.rename(name))
    }

    /// Resumes the waiting match, or leaves it for a later start. Then enters the lobby.
    package mutating func answerResumeQuestion(_ goesBack: Bool) {
        guard let waitingMatch = waitingMatch.take() else { return }
        if goesBack {
            visit = LobbyClient(waitingMatch, insteadOf: visit)
            visit?.device = profile.device
            purpose = PendingStartAction(.lobby)
        } else {
            effects.append(.leaveSeat)
        }
        enterLobby()
    }

    private mutating func enterLobby() {
        guard !isAlone else { return }
        // A guest who is shown the door's snapshots is only a spectator.
        if visit?.snapshot == nil, !profile.isSpectator {
            if isHidden { ask(.hide(true)) }
            if let limit = profile.terms.limit { ask(.limit(limit)) }
            if let limit = profile.wish { ask(.wish(limit)) }
            if let target = profile.terms.target { ask(.target(target)) }
            let mode = purpose.opening.mode
            let isIdle = mode == .auto && !profile.looksAtOnce
            ask(.enter(userName, isIdle ? .open : mode, profile.way))
        }
        updateLobby { $0.handle(.begin, at: $1) }
    }
}

extension PlayerProgram {
    /// Makes a request in the lobby. Returns false if the request is not possible now; the news
    /// then contains the reason.
    @discardableResult
    package mutating func ask(_ request: LobbyRequest) -> Bool {
        do throws(RequestObstacle) {
            try visit?.ask(request, at: now)
        } catch {
            handleNotice(Notice.refused(error))
            takeOutput()
            return false
        }
        takeOutput()
        return true
    }

    /// Records a key press. Returns true if the key press answers a wake call. The key must then
    /// have no other effect.
    package mutating func recordKeyPressOrWakeAnswer() -> Bool {
        guard !isAlone else { return false }
        let isAnswer = visit?.recordKeyPressOrWakeAnswer(at: now) == true
        takeOutput()
        return isAnswer
    }

    package mutating func setHallSearch(_ goal: HallSearchGoal?) {
        updateLobby { $0.setHallSearch(goal, at: $1) }
    }

    package mutating func listDistantMatches(_ rows: Int) {
        updateLobby { $0.listDistantMatches(rows, at: $1) }
    }

    package mutating func requestHallCounts() { updateLobby { $0.requestHallCounts(at: $1) } }

    package mutating func joinFriend(by code: JoinCodeWithHall) {
        updateLobby { $0.joinFriend(by: code, at: $1) }
    }

    /// Reconnects now, or checks whether the connection still works.
    package mutating func reconnectOrCheckConnection() {
        if !isAlone { updateLobby { $0.handle(.networkChanged, at: $1) } }
    }

    package mutating func resume() { if !isAlone { updateLobby { $0.resume(at: $1) } } }

    package mutating func startTakeover(of elsewhere: OtherDeviceMatch) {
        updateLobby { $0.startTakeover(of: elsewhere, at: $1) }
    }

    /// Stops waiting for the player whom the program was started to challenge.
    package mutating func stopAwaitingPlayer() {
        purpose.awaited = nil
        setHallSearch(nil)
    }

    /// Watches a match by its key or by a player's name, in any hall.
    package mutating func watchByKeyOrName(_ wanted: String) {
        guard let visit else { return }
        if let key = ObjectKey(wanted), visit.lobbyState[key] != nil {
            ask(.watch(.match(key)))
        } else if let person = visit.otherPlayer(called: wanted) {
            ask(.watch(.person(person)))
        } else {
            setHallSearch(.toWatch(wanted))
        }
    }

    /// Calls `change` with the lobby's client, if there is one. Then queues the client's effects,
    /// and handles the client's news.
    mutating func updateLobby(_ change: (inout LobbyClient, Instant) -> Void) {
        guard var visit = visit.take() else { return }
        change(&visit, now)
        self.visit = visit
        takeOutput()
    }

    private mutating func takeOutput() {
        guard let output = visit?.takeOutput() else { return }
        effects += output.effects
        for news in output.news { handle(news) }
    }

    private mutating func handle(_ news: LobbyClient.ClientNews) {
        switch news {
        case .account(let news): handle(news)
        // Without a lobby, the connection is only for the account.
        case _ where isAlone: break
        case .notice(let notice): handleNotice(notice)
        case .status(let status): handleStatus(status)
        case .takenOver:
            self.news.append(.takenOver)
            exit = PendingExit(then: .leave, at: now, within: .zero)
        case .lostSeat(let opponent, let end):
            self.news.append(.lostSeat(opponent: opponent, end))
        case .ignored: break
        }
    }

    private mutating func handleNotice(_ notice: Notice) {
        if replaceByFriendArrival(notice) { return }
        switch notice {
        case .invited where openInvitation == nil: return
        case .said where arePhrasesMuted: return
        // The user of this account was there already, or stays there.
        case .came(let id) where visit?.lobbyState.roster.isOnSeveralDevices(id) == true: return
        case .left(_, name: _, isOnOtherDevice: true): return
        case .matchEnded(_, let end): results.concludeMatch(by: end)
        default: break
        }
        news.append(.notice(notice))
    }

    private mutating func handleStatus(_ status: ReplicaStatus) {
        switch status {
        case .offline(.some, let failure?) where failure != reportedFailure:
            reportedFailure = failure
            news.append(.offline(failure))
        case .synced:
            recordFriendsInLobby()
            guard reportedFailure != nil else { return }
            reportedFailure = nil
            news.append(.inSyncAgain)
        case .unauthorized(let reason): news.append(.tokenRefused(reason: ForeignText(reason)))
        case .offline, .connecting, .authorizing, .indexing: break
        }
    }
}

extension PlayerProgram {
    /// Updates the state after an event. `fixed` settings are not adopted from the account.
    /// `mayAsk` returns true if the front end can ask a question now.
    package mutating func updateAfterEvent(
        fixed: Set<SettingName> = [], mayAsk: (StartOrDeviceLinkQuestion) -> Bool
    ) {
        adoptSettings(except: fixed)
        storeTableResults()
        reportNewWaitingGames()
        processFriendInvitations()
        declineExpiringBlockedInvitations()
        performStartAction()
        reportNumberedName()
        challengeAwaitedPlayer()
        offerOnceToContinueHere(mayAsk)
        askToAdmitDevice(mayAsk)
        let isUnsent = visit.map { $0.statistics.unsentOrUnacknowledged > 0 }
        unsentSince = isUnsent == true ? unsentSince ?? now : nil
        if !isLeaving, let own = visit?.own, let match = visit?.match {
            results.updateCurrentMatch(own, match)
        }
        let isLooking =
            visit?.halls.isLookingElsewhere == true
            || visit?.player?.mode.isLooking == true && visit?.isInMatch == false
        lookingSince = isLooking ? lookingSince ?? now : nil
    }

    /// True if all players are known, and the user is in the lobby or only watches.
    package var isSettled: Bool {
        guard visit?.lobbyState.isComplete == true, let me = visit?.me else { return false }
        return visit?.snapshot != nil || profile.isSpectator
            || visit?.lobbyState.roster.contains(me) == true
    }

    private mutating func performStartAction() {
        guard isSettled, let action = purpose.takeAction() else { return }
        news.append(.started(action))
        switch action {
        case .lobby, .table, .replay, .watch(nil): break
        case .challenge(let name): setHallSearch(.opponent(name))
        case .join(let code): joinFriend(by: code)
        case .watch(let wanted?): watchByKeyOrName(wanted)
        }
    }

    /// Reports the number behind the user's name if it is new or has grown, because another player
    /// with the same name has come. A number that falls is no news, because such a player has left.
    /// During a match, the names do not change.
    private mutating func reportNumberedName() {
        guard isSettled, let visit, visit.snapshot == nil, !visit.isInMatch,
            let name = visit.player?.name?.text
        else { return }
        let shown = visit.lobbyState.roster.shownName(of: visit.me)
        let earlier = comparedName?.number(behind: name) ?? 1
        comparedName = shown
        guard let number = shown.number(behind: name), number > earlier else { return }
        news.append(.numbered(name: name, shown: shown))
    }

    private mutating func challengeAwaitedPlayer() {
        guard purpose.awaited != nil, let visit, visit.lobbyState.isComplete,
            let request = purpose.takeChallenge(in: visit)
        else { return }
        ask(request)
    }

    /// Asks the user once for each match on another device whether to continue it here.
    private mutating func offerOnceToContinueHere(_ mayAsk: (StartOrDeviceLinkQuestion) -> Bool) {
        guard !isAlone, let elsewhere = visit?.otherDeviceMatch, offered != elsewhere,
            mayAsk(.continueHere(elsewhere))
        else { return }
        offered = elsewhere
        news.append(.asks(.continueHere(elsewhere)))
    }
}

extension String {
    /// Returns the number in a player's shown name; nil unless the shown name is `name` with a
    /// number.
    fileprivate func number(behind name: String) -> Int? {
        hasPrefix("\(name) ") ? Int(dropFirst(name.count + 1)) : nil
    }
}

/// A goodbye to the server, and the action that follows it.
package struct PendingExit: Hashable, Sendable {
    package enum ActionAfterGoodbye: Hashable, Sendable {
        case suspend
        case leave
    }

    package static let patience = Duration.milliseconds(500)
    /// The longest wait for the connection to close if the user's match waits on the server.
    static let haste = Duration.milliseconds(200)

    /// The longest wait for a change of the account to be sent, before the goodbye.
    static let sendingPatience = Duration.seconds(2)

    let intention: ActionAfterGoodbye
    package let due: Instant
    /// True if the goodbye waits for a change that is being sent.
    let isSending: Bool

    package init(
        then intention: ActionAfterGoodbye, at now: Instant,
        within patience: Duration = PendingExit.patience,
        isSending: Bool = false
    ) {
        self.intention = intention
        due = now + patience
        self.isSending = isSending
    }

    /// Returns true if the connection is closed, or if the time limit has passed.
    package func isOver(_ connection: LinkID?, at now: Instant) -> Bool {
        connection == nil || due <= now
    }
}

extension PlayerProgram {
    package var isLeaving: Bool { exit?.intention == .leave }

    /// True if the user is in a round that leaving would end.
    package var isInRound: Bool {
        visit?.own != nil && visit?.match?.match?.outcome == nil
    }

    /// Leaves the lobby for good, or until a resume. An unsent answer to a puzzle is sent first.
    package mutating func leaveLobby(then intention: PendingExit.ActionAfterGoodbye) {
        if intention == .leave { countRoundDecidedByExit() }
        exit =
            isSendingAnswer
            ? PendingExit(
                then: intention, at: now, within: PendingExit.sendingPatience, isSending: true)
            : PendingExit(then: intention, at: now)
        if !isSendingAnswer { disconnect(by: .leave) }
    }

    /// True if a program without a lobby is connected, and a change of the account is unsent.
    private var isSendingAnswer: Bool {
        isAlone && visit?.connection != nil && visit?.unsentRecords.isEmpty == false
    }

    /// Leaves a game at this terminal for the lobby, which another program shows.
    package mutating func endProgramToOpenLobby() {
        effects.append(.openLobby)
        leaveLobby(then: .leave)
    }

    private mutating func disconnect(by goodbye: LobbyClient.GoodbyeKind) {
        updateLobby { $0.disconnect(by: goodbye, at: $1) }
    }

    private mutating func countRoundDecidedByExit() {
        if isInRound, let visit { results.concludeMatch(by: visit.matchEndIfLeaving(at: now)) }
    }

    package mutating func suspend() {
        guard visit?.own != nil else { return leaveLobby(then: .suspend) }
        exit = PendingExit(then: .suspend, at: now, within: PendingExit.haste)
        disconnect(by: .keepSeat(.paused))
    }

    /// Ends the program with this goodbye, or with `leave` if the goodbye is nil. If the goodbye
    /// leaves a match, counts the round that leaving decides.
    private mutating func quit(by goodbye: LobbyClient.GoodbyeKind?) {
        let patience = visit?.outlivesProgram == true ? PendingExit.haste : PendingExit.patience
        let goodbye = goodbye ?? .leave
        if goodbye == .leave || goodbye == .connectionLost { countRoundDecidedByExit() }
        exit = PendingExit(then: .leave, at: now, within: patience)
        disconnect(by: goodbye)
    }

    /// Returns the next action once the connection is closed, or once the goodbye has taken too
    /// long; otherwise nil. Also sends a goodbye that waits for an unsent change, once the change
    /// is sent or the wait is over.
    package mutating func finishExitIfGoodbyeOver() -> PendingExit.ActionAfterGoodbye? {
        if let exit, exit.isSending, !isSendingAnswer || exit.due <= now {
            self.exit = PendingExit(then: exit.intention, at: now)
            disconnect(by: .leave)
        }
        guard let exit, exit.isOver(visit?.connection, at: now) else { return nil }
        self.exit = nil
        return exit.intention
    }
}

/// The scores of the last matches that had a finished round.
package struct RecentMatchScores: Hashable, Sendable {
    package struct MatchScore: Hashable, Sendable {
        package let own: OwnMatch
        package let score: Score
    }

    private var present: MatchScore?
    private var isRoundOver = false
    private var isPractice = false
    /// The last score with a finished round. It may be the current match's score.
    package private(set) var last: MatchScore?
    /// The scores of the last finished matches, the latest first.
    package private(set) var finished: [MatchScore] = []
    private static let most = 3

    mutating func updateCurrentMatch(_ own: OwnMatch, _ shown: LobbyMatch) {
        guard let match = shown.match, let score = shown.countedScore else { return }
        if own.key != present?.own.key { addFinishedMatch() }
        (isRoundOver, isPractice) = (match.outcome != nil, match.isPractice)
        updateScore(MatchScore(own: own, score: score))
    }

    /// Counts a round that the end of the match decides, and adds the match to the finished
    /// matches.
    mutating func concludeMatch(by end: MatchEnd) {
        guard let present else { return }
        if !isRoundOver, !isPractice {
            let score = present.score.counting(end.outcomeOfRoundInPlay(for: present.own.piece))
            updateScore(MatchScore(own: present.own, score: score))
        }
        addFinishedMatch()
        self.present = nil
    }

    private mutating func updateScore(_ result: MatchScore) {
        present = result
        if result.score.rounds > 0 { last = result }
    }

    private mutating func addFinishedMatch() {
        guard let present, present.score.rounds > 0 else { return }
        finished = Array(([present] + finished).prefix(Self.most))
    }
}
