internal import Drawing
internal import Game
internal import Lobby
internal import Records
internal import SimperiumClock
internal import SimperiumJSON
internal import SimperiumSync
internal import SimperiumWire
internal import Visit
internal import Wording

/// The requests to the server about accounts, and the data that the player's account page shows.
struct AccountState: Sendable {
    /// A code for another device, until it expires.
    struct ShownCode: Hashable, Sendable {
        let text: String
        let until: Instant
        /// The device that the player was last asked about.
        var askedAbout: String?
    }

    /// This device's request to be linked by another one.
    struct Offer: Hashable, Sendable {
        let code: String
        var ticket: Token?
        let until: Instant
    }

    /// The pause between two questions about a link.
    static let pollPause = Duration.seconds(2)
    static let linkLifetime = Duration.seconds(300)

    /// The request without an answer so far. There is one at a time.
    private(set) var pending: AccountRequest?
    private var waiting: [AccountRequest] = []
    var shownCode: ShownCode?
    var offer: Offer?
    var pollDue: Instant?
    /// The present names of other accounts, by their user ids; nil for a deleted account.
    private(set) var names: [String: String?] = [:]
    /// The settings of the account that were adopted here.
    var adopted: [SettingName: JSON] = [:]
    /// The number of changes to settings that were seen.
    var settingChanges = -1
    /// True if the choices so far go into the account, because it is new.
    var bringsChoices = false
    /// True if the search for an opponent pauses while the player is on a page of the account.
    var pausesSearch = false
    /// The rounds of the match at the table that are stored.
    var botRounds = BotRounds()
    var friendWatch = FriendWatch()
    var statistics = StatisticsDesk()
    /// The linked devices; nil until the server has listed them.
    var linked: [LinkState.Device]?

    /// Returns the request to send now; nil if another one is under way.
    mutating func ask(_ request: AccountRequest) -> AccountRequest? {
        guard pending == nil else {
            if !waiting.contains(request), pending != request { waiting.append(request) }
            return nil
        }
        pending = request
        return request
    }

    /// Returns the request that was answered, and the next one to send.
    mutating func finish() -> (asked: AccountRequest?, next: AccountRequest?) {
        let asked = pending
        pending = waiting.isEmpty ? nil : waiting.removeFirst()
        return (asked, pending)
    }

    mutating func learn(_ name: String?, of user: String) {
        names[user] = .some(name)
    }
}

/// Requests.
extension GameContext {
    mutating func ask(account request: AccountRequest) {
        if let request = account.ask(request) { effects.append(.call(request)) }
    }

    mutating func askSignedIn(_ request: (Token) -> AccountRequest) {
        guard let token = visit?.account?.token else { return }
        ask(account: request(token))
    }

    /// Signs out, here and on the server. Nothing of the account stays on this machine.
    mutating func signOut() {
        askSignedIn { .signOut($0) }
        dropAccount()
    }

    private mutating func dropAccount() {
        guard let account = visit?.account else { return }
        pass(.signedOut)
        effects.append(.signOut(account))
    }

    mutating func refuseWithoutAccount() {
        answer(FriendWords.needsAccount(key: key(.open(.account))))
    }

    mutating func keep(_ edit: RecordEdit) { pass(.record(edit)) }

    /// Asks about the link that is under way, if one is.
    mutating func pollLink() {
        guard let due = account.pollDue, due <= now else { return }
        account.pollDue = nil
        if let offer = account.offer, let ticket = offer.ticket {
            guard offer.until > now else {
                account.offer = nil
                return answer(AccountRefusal.linkOver.sentence, .warning)
            }
            ask(account: .collect(code: offer.code, ticket: ticket))
        } else if let code = account.shownCode {
            guard code.until > now else { return account.shownCode = nil }
            askSignedIn { .showLinks($0) }
        }
    }

    /// Pauses the search for an opponent while the player is on a page of their account, so that a
    /// match does not interrupt them.
    mutating func pauseSearch() {
        guard let session, session.own == nil else {
            account.pausesSearch = false
            return
        }
        if place.screen.isOfAccount {
            guard session.player?.mode.isLooking == true, session.invitations.asking == nil else {
                return
            }
            account.pausesSearch = true
            ask(.look(.open))
        } else if account.pausesSearch {
            account.pausesSearch = false
            if session.player?.mode == .open, session.player?.code == nil { ask(.look(.auto)) }
        }
    }
}

/// The server's answers.
extension GameContext {
    mutating func receive(_ reply: AccountReply) {
        let (asked, next) = account.finish()
        if let next { effects.append(.call(next)) }
        guard let asked else { return }
        switch reply {
        case .signedIn(let user, let name, let token):
            let account = Account(
                server: preferences.accountServer, user: user, name: name, token: token)
            signIn(account, asked)
        case .done: confirm(asked)
        case .person(let user, let name): learn(name, of: user, asked)
        case .code(let code, let seconds):
            account.shownCode = .init(text: code, until: now + .seconds(seconds))
            account.pollDue = now + AccountState.pollPause
        case .links(let state): receive(state)
        case .ticket(let ticket):
            account.offer?.ticket = ticket
            account.pollDue = now + AccountState.pollPause
            answer(AccountWords.waitsForYes)
        // Only commands request these. This program has a replica of them.
        case .games: break
        case .begun(_, let name): answer(DayGameWords.begun(with: name), .good)
        case .waiting: account.pollDue = now + AccountState.pollPause
        case .refused(let refusal): receive(refusal, asked)
        }
    }

    private mutating func signIn(_ account: Account, _ asked: AccountRequest) {
        self.account.offer = nil
        self.account.bringsChoices = asked.isSignUp
        effects.append(.signIn(account))
        if let name = PlayerName(cleaning: account.name), name != preferences.name {
            // The server takes the name into the lobby itself.
            preferences.name = name
        }
        answer(
            asked.isSignUp
                ? AccountWords.signedUp(account.name) : AccountWords.signedIn(account.name), .good)
    }

    private mutating func confirm(_ asked: AccountRequest) {
        switch asked {
        case .changePassword: answer(AccountWords.passwordChanged, .good)
        case .leave:
            dropAccount()
            answer(AccountWords.deleted)
        case .removeLink(let id, _):
            let name = account.linked?.first { $0.id == id }?.name ?? ""
            account.linked?.removeAll { $0.id == id }
            answer(Words.removed(name), .good)
        case .answerLink(let isAllowed, _):
            account.shownCode = nil
            account.linked = nil
            answer(
                isAllowed ? AccountWords.letIn : AccountWords.keptOut,
                isAllowed ? .good : .notice)
        default: break
        }
    }

    private mutating func receive(_ state: LinkState) {
        account.linked = state.devices
        guard let code = account.shownCode, code.until > now else {
            account.shownCode = nil
            return
        }
        account.pollDue = now + AccountState.pollPause
        guard let device = state.waiting, device != code.askedAbout, overlay == nil else { return }
        account.shownCode?.askedAbout = device
        overlay = Question(
            { _ in Words.letIn(device) },
            no: { game in game.askSignedIn { .answerLink(false, $0) } }
        ) { game in game.askSignedIn { .answerLink(true, $0) } }
    }

    private mutating func receive(_ refusal: AccountRefusal, _ asked: AccountRequest) {
        switch asked {
        case .findUser(let user, _):
            if refusal == .nobodyCalledSo { account.learn(nil, of: user) }
            return
        // The player is signed out, even if the server refuses.
        case .signOut: return
        case .showLinks:
            if account.shownCode != nil { account.pollDue = now + AccountState.pollPause }
            guard place == .devices else { return }
        case .offer, .collect: account.offer = nil
        default: break
        }
        answer(refusal.sentence, .warning)
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

/// The account's data.
extension GameContext {
    mutating func show(_ news: AccountNews) {
        switch news {
        case .signedIn:
            account.settingChanges = -1
            bringChoices()
            followFriends()
            endNaming()
        case .status(.synced): followFriends()
        case .status: break
        case .tokenEnded(let account):
            effects.append(.forgetToken(account))
            noticeboard.post(CopyWords.tokenEnded(account.name), .warning, at: now)
        case .signedOut(let name, _): answer(CopyWords.signedOut(name))
        case .notKept: answer(CopyWords.readOnly, .warning)
        case .refused(.result, _): noticeboard.post(CopyWords.resultRefused, .warning, at: now)
        case .refused: noticeboard.post(CopyWords.refused, .warning, at: now)
        case .troubled(let reason):
            noticeboard.post(CopyWords.notStored(because: reason), .danger, at: now)
        case .recovered: noticeboard.post(CopyWords.storedAgain, .good, at: now)
        }
    }

    /// Stores the result of a finished round at the table, and the state of an unfinished one.
    mutating func keepRound() {
        guard let table, let records else { return }
        if let edit = table.puzzleResult(in: records, at: today) { keep(edit) }
        let edits = account.botRounds.follow(table, in: records, at: today, by: &random)
        for edit in edits { keep(edit) }
    }

    /// Opens a match at the table. `rounds` are its rounds that are stored.
    mutating func sit(at table: Table, storing rounds: BotRounds = BotRounds()) {
        self.table = table
        account.botRounds = rounds
        place = .table
    }
}

/// The settings: a choice in the game is kept for the next start and in the account, and applies on
/// all devices of the account, unless the command line or a file sets it there.
extension GameContext {
    mutating func remember(_ name: SettingName, _ value: JSON) {
        preferences.habits.choices[name] = value
        keepChoices()
        guard isSignedIn else { return }
        account.adopted[name] = value
        keep(.setting(name, value))
    }

    /// Keeps a guest's name. The account keeps its owner's name.
    mutating func rememberName() {
        preferences.habits.choices.isNameAsked = true
        if !isSignedIn { preferences.habits.choices.name = preferences.name }
        keepChoices()
    }

    /// A guest who came by ssh has no files here.
    mutating func keepChoices() {
        guard preferences.way == .terminal else { return }
        effects.append(.keepChoices(preferences.habits.choices))
    }

    /// Adopts the changes of another device.
    mutating func adoptSettings() {
        guard let changes = records?.settingChanges, changes != account.settingChanges else {
            return
        }
        account.settingChanges = changes
        for setting in Setting.all {
            let name = setting.name
            guard let value = records?[name], account.adopted[name] != value else { continue }
            account.adopted[name] = value
            if preferences.fixed.contains(name) { continue }
            if preferences.habits.choices[name] != value {
                preferences.habits.choices[name] = value
                keepChoices()
            }
            if setting.adopt(value, &preferences) { setting.apply(&self) }
        }
    }

    /// Copies the choices from before the account into a new account.
    private mutating func bringChoices() {
        guard account.bringsChoices else { return }
        account.bringsChoices = false
        for (name, value) in preferences.habits.choices.settings where records?[name] == nil {
            account.adopted[name] = value
            keep(.setting(name, value))
        }
    }
}

private enum Words {
    static func removed(_ name: String) -> String { "\(name) was removed." }

    static func letIn(_ device: String) -> QuestionWords {
        QuestionWords("Allow \(device) to sign in?", no: "refuse", yes: "allow")
    }
}
