internal import Records
internal import SimperiumClock
internal import SimperiumJSON
internal import SimperiumWire

/// What is asked of the server about accounts, and what of it has come back.
struct AccountDesk: Sendable {
    /// What was typed so far on the way to a request.
    struct Draft: Hashable, Sendable {
        var name = ""
        var isNew = false
        var old: Password?
        var new: Password?
    }

    /// A code for another device, until it is over.
    struct ShownCode: Hashable, Sendable {
        let text: String
        let until: Instant
        /// The device that wants to come in, as the person was asked about it.
        var askedAbout: String?
    }

    /// That this device waits to be let in by another one.
    struct Offer: Hashable, Sendable {
        let code: String
        var ticket: Token?
        let until: Instant
    }

    /// How often the server is asked what became of a link.
    static let pollPause = Duration.seconds(2)
    static let linkLifetime = Duration.seconds(300)

    var draft = Draft()
    /// What the server has not answered yet: one question at a time.
    private(set) var pending: AccountRequest?
    private var waiting: [AccountRequest] = []
    var shownCode: ShownCode?
    var offer: Offer?
    var pollDue: Instant?
    /// What people are called by now, by their user ids; nil for one who is no more.
    private(set) var names: [String: String?] = [:]
    /// The settings of the account that hold here by now.
    var adopted: [SettingName: JSON] = [:]
    /// How many of them there had been.
    var settingChanges = -1
    /// Whether what was chosen so far goes into the account, because it is a new one.
    var bringsChoices = false
    /// Whether an opponent was looked for when the pages were opened.
    var pausesSearch = false
    /// What is kept of the match at the table.
    var botRounds = BotRounds()
    var friendWatch = FriendWatch()
    var pages = AccountPages()

    /// What to ask now, if nothing else is asked.
    mutating func ask(_ request: AccountRequest) -> AccountRequest? {
        guard pending == nil else {
            if !waiting.contains(request), pending != request { waiting.append(request) }
            return nil
        }
        pending = request
        return request
    }

    /// What was asked, and what to ask next.
    mutating func finish() -> (asked: AccountRequest?, next: AccountRequest?) {
        let asked = pending
        pending = waiting.isEmpty ? nil : waiting.removeFirst()
        return (asked, pending)
    }

    mutating func learn(_ name: String?, of user: String) {
        names[user] = .some(name)
    }
}

/// What is chosen on the pages about an account, and what is worked out for them.
struct AccountPages: Sendable {
    var items = Selection<AccountItem>()
    var friends = Selection<String>()
    /// How many were listed when their names were last asked for.
    var namedPeople = 0
    var rivalries = Selection<Rival>()
    var settings = Selection<SettingName>()
    var devices = Selection<String>()
    var statistics = StatisticsDesk()
    /// What is linked, as far as the server has said; nil until it has.
    var linked: [LinkState.Device]?
}

/// What can be done about an account.
enum AccountItem: Hashable, Sendable {
    case signIn
    case signUp
    case enterCode
    case statistics
    case friends
    case showCode
    case devices
    case settings
    case changePassword
    case signOut
    case delete

    static let forGuests: [AccountItem] = [.signIn, .signUp, .enterCode, .settings]
    /// For who comes by ssh with a key, which is all the proof that is needed.
    static let forKeys: [AccountItem] = [.signUp, .enterCode]
    static let forKeyOwners: [AccountItem] = [
        .statistics, .friends, .showCode, .devices, .settings, .delete,
    ]
    static let forOwners: [AccountItem] = [
        .statistics, .friends, .showCode, .devices, .changePassword, .settings, .signOut, .delete,
    ]
}
