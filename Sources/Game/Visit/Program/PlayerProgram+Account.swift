package import Drawing
package import Game
internal import Lobby
package import Records
package import SimperiumClock
package import SimperiumJSON
internal import SimperiumSync
package import SimperiumWire

/// The requests to the server about the account, and the account's state outside its records.
package struct AccountRequestState: Sendable {
    /// A code for another device, until it expires.
    package struct ShownLinkCode: Hashable, Sendable {
        package let text: ForeignText
        package let until: Instant
        /// The device that waits to be signed in; nil if there is none.
        package internal(set) var waiting: ForeignText?
        /// The device that the user has allowed or refused; nil before an answer.
        var answered: ForeignText?
    }

    /// This device's request to be signed in by another device.
    package struct LinkRequest: Hashable, Sendable {
        let code: String
        package internal(set) var ticket: Token?
        let until: Instant
    }

    /// The friend invitations that were handled, by key and state.
    var seenInvitations: Set<String> = []

    /// The pause between two requests about a link.
    package static let pollPause = Duration.seconds(2)
    /// The lifetime of a link code at the server.
    package static let linkLifetime = Duration.seconds(300)

    /// The request that awaits its answer. Only one is sent at a time.
    private var pending: AccountRequest?
    private var waiting: [AccountRequest] = []
    package internal(set) var shownCode: ShownLinkCode?
    package internal(set) var offer: LinkRequest?
    var pollDue: Instant?
    /// The current names of other accounts, by their user ids; nil for a deleted account.
    package private(set) var names: [String: ForeignText?] = [:]
    /// The account's devices; nil until the server has listed them.
    package internal(set) var linked: [LinkedDevicesAndCode.LinkedDevice]?
    /// The account's sessions; nil until the server has listed them.
    package internal(set) var sessions: [SessionListEntry]?
    /// The settings of the account that were adopted here.
    var adopted: [SettingName: JSON] = [:]
    /// The records' `settingChanges` when settings were last adopted; -1 before.
    var settingChanges = -1
    /// True if the user's choices must be copied into the account, because it is new.
    var mustCopySettings = false
    var botMatchRecorder = BotMatchRecorder()
    var friendPresence = FriendPresence()

    /// Returns the request if it can be sent now. While a request is pending, returns nil, and
    /// queues this request unless an equal request is pending or queued.
    mutating func startOrQueue(_ request: AccountRequest) -> AccountRequest? {
        guard pending == nil else {
            if !waiting.contains(request), pending != request { waiting.append(request) }
            return nil
        }
        pending = request
        return request
    }

    /// Ends the pending request. Returns that request and the next request to send, each nil if
    /// there is none.
    mutating func completeRequest() -> (asked: AccountRequest?, next: AccountRequest?) {
        let asked = pending
        pending = waiting.isEmpty ? nil : waiting.removeFirst()
        return (asked, pending)
    }

    /// Forgets the data of the account that was signed in here. The next account may be a different
    /// one, or its settings may have changed meanwhile.
    mutating func forgetAccount() {
        (adopted, settingChanges, seenInvitations) = ([:], -1, [])
        (linked, sessions, shownCode, pollDue) = (nil, nil, nil, nil)
    }

    mutating func recordName(_ name: ForeignText?, of user: String) {
        names[user] = .some(name)
    }
}

extension PlayerProgram {
    package mutating func sendAccountRequest(_ request: AccountRequest) {
        if let request = account.startOrQueue(request) { effects.append(.call(request)) }
    }

    /// Sends a request with the account's token. Does nothing for a guest.
    package mutating func sendIfSignedIn(_ request: (Token) -> AccountRequest) {
        guard let token = visit?.account?.token else { return }
        sendAccountRequest(request(token))
    }

    /// Requests that another device, which shows `code`, signs this one in. Returns the request.
    @discardableResult
    package mutating func requestDeviceLink(_ code: String, key: String?) -> AccountRequest {
        account.offer = .init(code: code, until: now + AccountRequestState.linkLifetime)
        let request = AccountRequest.offer(code: code, device: profile.device, key: key)
        sendAccountRequest(request)
        return request
    }

    package mutating func requestDeviceList() {
        sendIfSignedIn { .showSessions($0) }
        sendIfSignedIn { .showLinks($0) }
    }

    package mutating func answerLinkRequest(_ isAllowed: Bool) {
        let device = account.shownCode?.waiting
        account.shownCode?.answered = device
        sendIfSignedIn { .answerLink(isAllowed, $0) }
    }

    /// Signs out, here and on the server, and removes the account's data from this machine. Copies
    /// that another program has open stay.
    package mutating func signOut() {
        sendIfSignedIn { .signOut($0) }
        signOutHere()
    }

    /// Removes the account from this program, and its data from this machine. Copies that another
    /// program has open stay.
    private mutating func signOutHere() {
        guard let account = visit?.account else { return }
        updateLobby { $0.signOut(at: $1) }
        effects.append(.signOut(account))
    }

    package mutating func saveRecord(_ edit: RecordEdit) {
        updateLobby { $0.changeAccountRecord(edit, at: $1) }
    }

    /// Requests the state of the pending link if a poll is due; without a pending link, requests
    /// the list of devices. Ends a link that has expired.
    mutating func pollDeviceLinkIfDue() {
        guard let due = account.pollDue, due <= now else { return }
        account.pollDue = nil
        if let offer = account.offer, let ticket = offer.ticket {
            let request = AccountRequest.collect(code: offer.code, ticket: ticket)
            guard offer.until > now else {
                account.offer = nil
                return news.append(.accountRefused(.linkOver, of: request))
            }
            sendAccountRequest(request)
        } else if let code = account.shownCode {
            guard code.until > now else { return account.shownCode = nil }
            sendIfSignedIn { .showLinks($0) }
        } else {
            requestDeviceList()
        }
    }
}

extension PlayerProgram {
    mutating func handle(_ reply: AccountReply) {
        let (asked, next) = account.completeRequest()
        if let next { effects.append(.call(next)) }
        guard let asked else { return }
        switch reply {
        case .signedIn(let user, let name, let token):
            let account = SavedAccount(server: profile.server, user: user, name: name, token: token)
            signIn(account, asked)
        case .done: reportCompletion(asked)
        case .person(let user, let name): handleFoundAccount(name, of: user, asked)
        // The user has signed out since the request.
        case .code where !isSignedIn, .links where !isSignedIn, .sessions where !isSignedIn: break
        case .code(let code, let seconds):
            account.shownCode = .init(text: code, until: now + .seconds(seconds))
            account.pollDue = now + AccountRequestState.pollPause
        case .links(let state): updateShownLinkCode(state)
        case .ticket(let ticket):
            account.offer?.ticket = ticket
            account.pollDue = now + AccountRequestState.pollPause
            news.append(.waitsForDevice)
        case .sessions(let sessions): account.sessions = sessions
        // Only commands send these requests. This program has a replica instead.
        case .records: break
        case .begun(_, let name, let isInvitation):
            news.append(.gameBegun(with: name, isInvitation: isInvitation))
        case .friendInvited(let name, let isFriend):
            guard case .inviteFriend(let user, _) = asked else { return }
            isFriend ? addFriend(user, called: name.shown) : news.append(.friendInvited(name.shown))
        case .waiting: account.pollDue = now + AccountRequestState.pollPause
        case .refused(let refusal): handleRefusal(refusal, asked)
        }
    }

    private mutating func signIn(_ account: SavedAccount, _ asked: AccountRequest) {
        self.account.offer = nil
        self.account.mustCopySettings = asked.isSignUp
        effects.append(.signIn(account))
        profile.isNameChosen = false
        news.append(.hasSignedIn(name: account.name, isNew: asked.isSignUp))
    }

    private mutating func reportCompletion(_ asked: AccountRequest) {
        switch asked {
        case .changePassword: news.append(.passwordChanged)
        case .leave:
            signOutHere()
            news.append(.accountDeleted)
        case .removeLink(let id, _):
            news.append(.deviceRemoved(account.linked?.first { $0.id == id }))
            account.linked?.removeAll { $0.id == id }
        case .endSession(let id, _):
            let session = account.sessions?.first { $0.id == id }
            news.append(
                .deviceRemoved(
                    session.map {
                        LinkedDevicesAndCode.LinkedDevice(id: id, name: $0.device, since: $0.since)
                    }))
            account.sessions?.removeAll { $0.id == id }
        case .answerLink(let isAllowed, _):
            account.shownCode = nil
            // The pause gives the other device time to fetch the answer.
            account.pollDue = isAllowed ? now + AccountRequestState.pollPause * 2 : nil
            news.append(.deviceAnswered(isAllowed: isAllowed))
        default: break
        }
    }

    private mutating func updateShownLinkCode(_ state: LinkedDevicesAndCode) {
        account.linked = state.devices
        guard let code = account.shownCode, code.until > now else {
            account.shownCode = nil
            return
        }
        account.pollDue = now + AccountRequestState.pollPause
        account.shownCode?.waiting = state.waiting
    }

    /// Asks the user whether a waiting device may sign in. A front end can close the question
    /// without an answer, for example when a match begins, so the user is asked until they answer.
    mutating func askToAdmitDevice(_ mayAsk: (StartOrDeviceLinkQuestion) -> Bool) {
        guard let code = account.shownCode, code.until > now, let device = code.waiting,
            device != code.answered, mayAsk(.admit(device: device))
        else { return }
        news.append(.asks(.admit(device: device)))
    }

    private mutating func handleRefusal(_ refusal: AccountRefusal, _ asked: AccountRequest) {
        switch asked {
        case .findUser(let user, _):
            if refusal == .nobodyCalledSo { account.recordName(nil, of: user) }
            return
        // A server of an earlier version can't send friend invitations. The account exists, because
        // it was looked up.
        case .inviteFriend(let user, _) where refusal == .nobodyCalledSo:
            return addFriend(user, called: friendName(user, personInLobby(of: user)) ?? "")
        // The user is signed out even if the server refuses.
        case .signOut: return
        // A server of an earlier version lists no sessions.
        case .showSessions: return
        // The list of devices is requested repeatedly while a code is shown.
        case .showLinks:
            guard account.shownCode == nil else {
                return account.pollDue = now + AccountRequestState.pollPause
            }
        // The other device may have allowed the sign-in, so the request is repeated until the link
        // expires.
        case .collect:
            if let pause = refusal.pauseBeforeRetry(usual: AccountRequestState.pollPause) {
                return account.pollDue = sooner(now + pause, account.offer?.until)
            }
            account.offer = nil
        case .offer: account.offer = nil
        // The device still waits, so the user is asked again.
        case .answerLink where refusal.isTemporary: account.shownCode?.answered = nil
        default: break
        }
        news.append(.accountRefused(refusal, of: asked))
    }

    /// Records the name of an account. If the user searched for the name, invites the account's
    /// owner to be friends, or accepts the owner's invitation.
    private mutating func handleFoundAccount(
        _ name: ForeignText, of user: String, _ asked: AccountRequest
    ) {
        account.recordName(name, of: user)
        guard case .findName = asked else { return }
        guard user != visit?.account?.user else { return news.append(.isYourself) }
        inviteOrAcceptFriend(user, called: name.shown)
    }
}

extension AccountRequest {
    fileprivate var isSignUp: Bool {
        switch self {
        case .signUp, .signUpByKey: true
        default: false
        }
    }
}

extension PlayerProgram {
    mutating func handle(_ news: AccountNews) {
        switch news {
        case .signedIn:
            account.forgetAccount()
            copySettingsToNewAccount()
            recordFriendsInLobby()
            connectToFetchPuzzleAnswer()
            reportUnusedName()
        case .status(let status): return handleAccountStatus(status)
        case .tokenEnded(let account):
            effects.append(.forgetToken(account))
            continueAsGuest(after: account.name)
        case .signedOut(let name, _): continueAsGuest(after: name)
        case .notKept, .refused, .troubled, .recovered: break
        }
        self.news.append(.account(news))
        // A signed-in user has a name, and is no longer asked for one.
        guard case .signedIn = news, isNaming else { return }
        enterLobby(named: profile.name)
    }

    /// Reports that the account's name applies, if the user set another name for this start.
    private mutating func reportUnusedName() {
        guard profile.isNameChosen, !isAlone, let name = profile.name, let accountName,
            NameSkeleton(name) != NameSkeleton(accountName)
        else { return }
        profile.isNameChosen = false
        news.append(.nameIsAccounts(accountName))
    }

    private mutating func continueAsGuest(after name: ForeignText) {
        account.forgetAccount()
        replaceGamesOfAccount()
        returnToGuestName(from: name)
    }

    /// Gives the Player the user's name as a guest, because the account's name belongs to the
    /// account. If the two names look alike, appends a number.
    private mutating func returnToGuestName(from account: ForeignText) {
        if let name = profile.name, NameSkeleton(name) == NameSkeleton(validating: account.shown) {
            profile.name = visit?.nextUnusedName(after: name)
        }
        if visit?.player != nil { ask(.rename(profile.name)) }
    }

    private mutating func handleAccountStatus(_ status: ReplicaStatus) {
        switch status {
        case .synced:
            recordFriendsInLobby()
            restorePuzzleAnswerFromAccount()
            answerCheckDue = nil
        case .offline(_, .some), .unauthorized: answerCheckDue = nil
        case .offline, .connecting, .authorizing, .indexing: break
        }
    }

    /// Stores the answer to a puzzle at the table. For a signed-in user, also stores the progress
    /// of a match against a bot: the result of a finished round, or the state of an unfinished one.
    package mutating func storeTableResults() {
        guard let table else { return }
        if case .puzzle(let puzzle) = table.opponent, let answer = table.answer,
            profile.puzzle?.day != puzzle.day
        {
            saveAnswer(answer, to: puzzle, at: table)
        }
        guard let records else { return }
        let edits = account.botMatchRecorder.recordProgress(
            of: table, in: records, at: today, by: &random)
        for edit in edits { saveRecord(edit) }
    }

    /// Stores the answer to a puzzle: in the account, or for a guest in this machine's choices.
    private mutating func saveAnswer(_ answer: Square, to puzzle: Puzzle, at table: LocalGame) {
        profile.puzzle = LastPuzzleAnswer(answer, to: puzzle, after: profile.puzzle)
        if let records {
            if let edit = table.puzzleResultEdit(in: records, at: today) { saveRecord(edit) }
        } else {
            profile.choices.puzzle = profile.puzzle
            saveLocalSettings()
        }
    }

    private static let answerPatience = Duration.seconds(2)

    /// True while another device's answer to the puzzle may still arrive. During this time, the
    /// user can't answer.
    package var isCheckingAnswer: Bool { answerCheckDue != nil }

    /// Connects a program that has no lobby and shows a puzzle, because another device may have
    /// answered that puzzle.
    private mutating func connectToFetchPuzzleAnswer() {
        guard isAlone, table?.isPuzzle == true else { return }
        restorePuzzleAnswerFromAccount()
        if table?.answer == nil { answerCheckDue = now + Self.answerPatience }
        updateLobby { $0.handle(.begin, at: $1) }
    }

    private mutating func restorePuzzleAnswerFromAccount() {
        guard case .puzzle(let puzzle)? = table?.opponent, let records,
            let last = LastPuzzleAnswer(in: records, on: puzzle.day)
        else { return }
        // A guest's answer on this machine is valid, but a guest's streak is not.
        if last.day == puzzle.day || profile.puzzle?.day != puzzle.day { profile.puzzle = last }
        guard last.day == puzzle.day, table?.answer == nil else { return }
        table?.restorePuzzleAnswer(last.answer)
        news.append(.puzzleAnswered)
    }

    /// Opens the puzzle of the day, with the user's earlier answer if there is one. Does nothing if
    /// the puzzle is already open.
    package mutating func openDailyPuzzle() {
        let puzzle = Puzzle(of: PuzzleDay(of: today))
        if table?.opponent != .puzzle(puzzle) { openPuzzle(puzzle) }
    }

    private mutating func openPuzzle(_ puzzle: Puzzle) {
        startGame(at: LocalGame(against: .puzzle(puzzle), seed: random.next()))
        restorePuzzleAnswerFromAccount()
        if let last = profile.puzzle, last.day == puzzle.day {
            table?.restorePuzzleAnswer(last.answer)
        }
    }

    /// Drops the account's puzzle answer and bot match, and starts the puzzle or match at the table
    /// again. Otherwise the answer and the match would count for the guest, and for the next
    /// account that is signed in here.
    private mutating func replaceGamesOfAccount() {
        profile.puzzle = profile.choices.puzzle
        account.botMatchRecorder = BotMatchRecorder()
        switch table?.opponent {
        case .puzzle(let puzzle)?: openPuzzle(puzzle)
        case .bot(let bot)?: startGame(at: LocalGame(against: .bot(bot), seed: random.next()))
        case .samePerson?, .bots?, nil: break
        }
    }

    /// Opens a match or puzzle at the table. `rounds` describes the part of the match that the
    /// account already has.
    package mutating func startGame(
        at table: LocalGame, storing rounds: BotMatchRecorder = BotMatchRecorder()
    ) {
        self.table = table
        account.botMatchRecorder = rounds
    }

    /// The latest unfinished match against a bot, except the one at the table.
    package var unfinishedBotMatch: (key: String, solo: UnfinishedBotMatch)? {
        guard records?.solos.isEmpty == false else { return nil }
        return records?.latestUnfinishedBotMatch(except: account.botMatchRecorder.key)
    }

    /// Resumes the latest unfinished match against a bot. Returns false if there is none, or if its
    /// stored moves are illegal.
    package mutating func resumeBotMatch() -> Bool {
        guard let (key, solo) = unfinishedBotMatch,
            let table = LocalGame(solo, seed: random.next(), at: now)
        else { return false }
        startGame(at: table, storing: BotMatchRecorder(goingOnWith: key))
        return true
    }
}

/// The user's choices. Each choice is stored for the next start, and in the account. A choice in
/// the account applies on all devices of the account, except where the command line or a file sets
/// it.
extension PlayerProgram {
    package mutating func storeSetting(_ name: SettingName, _ value: JSON) {
        profile.choices[name] = value
        saveLocalSettings()
        if name == .hidden { ask(.hide(isHidden)) }
        guard isSignedIn else { return }
        account.adopted[name] = value
        saveRecord(.setting(name, value))
    }

    package var isHidden: Bool { profile.choices[.hidden]?.bool ?? false }

    package mutating func storeBackground(isLight: Bool, on terminal: String) {
        if profile.choices.setBackground(isLight: isLight, on: terminal) { saveLocalSettings() }
    }

    /// Records that the user was asked for a name, and stores a guest's name. The name of a
    /// signed-in user is stored in the account.
    mutating func storeGuestName() {
        profile.choices.isNameAsked = true
        if !isSignedIn { profile.choices.name = profile.name }
        saveLocalSettings()
    }

    /// Stores the choices on this machine. Does nothing for an ssh guest, who has no files here.
    private mutating func saveLocalSettings() {
        guard profile.way == .terminal else { return }
        effects.append(.keepChoices(profile.choices))
    }

    /// Adopts settings that another device changed, except those in `fixed`.
    mutating func adoptSettings(except fixed: Set<SettingName>) {
        guard let changes = records?.settingChanges, changes != account.settingChanges else {
            return
        }
        account.settingChanges = changes
        for name in SettingName.allCases {
            guard let value = records?[name], account.adopted[name] != value else { continue }
            account.adopted[name] = value
            if fixed.contains(name) { continue }
            let wasHidden = isHidden
            if profile.choices[name] != value {
                profile.choices[name] = value
                saveLocalSettings()
            }
            if isHidden != wasHidden { ask(.hide(isHidden)) }
            news.append(.adopted(name, value))
        }
    }

    private mutating func copySettingsToNewAccount() {
        guard account.mustCopySettings else { return }
        account.mustCopySettings = false
        for (name, value) in profile.choices.settings where records?[name] == nil {
            account.adopted[name] = value
            saveRecord(.setting(name, value))
        }
    }
}
