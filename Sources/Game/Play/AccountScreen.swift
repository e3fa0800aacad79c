internal import Drawing
internal import Game
internal import Lobby
internal import Records
internal import SimperiumClock
internal import SimperiumWire
internal import Visit
internal import Wording

struct AccountScreen: ListScreen {
    static let actionTable = ActionTable(
        "On the account page", [.chooseItem, .open, .retry] + ScreenAction.common)

    static let section = AccountScreenWords.section

    enum AccountPageAction: Hashable, Sendable {
        case signIn
        case signUp
        case enterCode
        case showCode
        case devices
        case changePassword
        case signOut
        case delete
    }

    var selection = Selection<AccountPageAction>()
    private var wasSignedIn = false

    /// Returns the possible actions. An ssh guest is identified by a key, and can't sign in, sign
    /// out or change a password.
    func rows(in game: GameContext) -> [AccountPageAction] {
        switch (game.profile.way, game.isSignedIn) {
        case (.terminal, false): [.signIn, .signUp, .enterCode]
        case (.terminal, true): [.showCode, .devices, .changePassword, .signOut, .delete]
        case (_, false): [.signUp, .enterCode]
        case (_, true): [.showCode, .devices, .delete]
        }
    }

    /// After a sign-in, selects the first row, and requests the devices that the page counts. Also
    /// updates the statistics.
    mutating func updateAfterEvent(_ game: inout GameContext) {
        if game.isSignedIn, !wasSignedIn {
            selection = Selection()
            game.updateProgram { $0.requestDeviceList() }
        }
        wasSignedIn = game.isSignedIn
        game.statistics.updateIfChanged(from: game.records)
    }

    func showsTimeInSeconds(in game: GameContext) -> Bool { game.account.shownCode != nil }

    mutating func perform(
        _ intent: Intent, on row: AccountPageAction?, _ game: inout GameContext
    ) {
        if intent == .confirm, let row { performRowAction(row, &game) }
    }

    private func performRowAction(_ row: AccountPageAction, _ game: inout GameContext) {
        guard game.preferences.mayCarrySecrets || game.isSignedIn else {
            return game.reply(AccountRefusal.notEncrypted.sentence, .warning)
        }
        switch row {
        case .signIn:
            game.askAccountName(AccountScreenWords.name) { $1.askPasswordToSignIn(as: $0) }
        case .signUp:
            game.askAccountName(AccountScreenWords.newName) { $1.signUpByKeyOrPassword(as: $0) }
        case .enterCode: game.askCodeToLinkDevice()
        case .devices:
            game.currentScreen = .devices
            game.updateProgram { $0.requestDeviceList() }
        case .showCode:
            // A new code would invalidate the code that the user may be typing on the other device.
            if game.account.shownCode == nil { game.askSignedIn { .openLink($0) } }
        case .changePassword: game.askToChangePassword()
        case .signOut: game.signOutOrAskIfUnsent()
        case .delete: game.askToDeleteAccount()
        }
    }

    func hint(in game: GameContext) -> String {
        selection.chosen(in: rows(in: game)).map {
            AccountScreenWords.nameAndEnterHint(of: $0).enterHint
        } ?? ""
    }

    func page(in game: GameContext) -> ListScreenContent {
        var page = ListScreenContent(remark: game.preferences.server)
        page.lines = statusLines(in: game)
        page.rows = rows(in: game).map { row in
            ListRow(
                name: AccountScreenWords.nameAndEnterHint(of: row).name,
                remark: deviceCountRemark(on: row, in: game), nameColumns: 20)
        }
        let statistics = game.statistics.statistics
        if game.records != nil, let total = statistics?.total, total.played > 0 {
            page.aside = PageAside(heading: AccountScreenWords.allRounds, balance: total)
            page.aside?.rounds = game.lastRoundsForAside()
        }
        return page
    }

    private func statusLines(in game: GameContext) -> [ListScreenContent.PageLine] {
        if let code = game.account.shownCode, code.until > game.now {
            let left = code.until.secondsCountdown(from: game.now)
            return [
                .init(
                    text: AccountScreenWords.codeInstruction(code.text, left: left),
                    style: .ownTurn),
                .init(
                    text: AccountScreenWords.shellCommandToLink(
                        code.text, at: game.serverArgument)),
            ]
        }
        if game.account.offer?.ticket != nil {
            return [.init(text: AccountScreenWords.offering, style: .ownTurn)]
        }
        guard let account = game.program.visit?.account else {
            let isGuest = ListScreenContent.PageLine(
                text: AccountScreenWords.isGuest, style: .strong)
            guard game.preferences.mayCarrySecrets else {
                let refusal = AccountRefusal.notEncrypted.sentence
                return [isGuest, .init(text: refusal, style: .warning)]
            }
            return [isGuest] + AccountScreenWords.promises.map { .init(text: $0, style: .faint) }
        }
        let line = AccountScreenWords.accountAndServer(account.name, at: game.preferences.server)
        return [.init(text: line, style: .strong)]
            + [DevicesScreen.recentlyLinkedDeviceLine(in: game)].compactMap(\.self)
    }

    private func deviceCountRemark(on row: AccountPageAction, in game: GameContext) -> String {
        guard row == .devices, let devices = DevicesScreen.devices(in: game) else { return "" }
        return "\(devices.count)"
    }
}

/// A form whose request is pending.
struct SentForm: Sendable {
    let form: TextPrompt
    let request: AccountRequest
}

extension GameContext {
    fileprivate mutating func askAccountName(
        _ words: (String, String),
        then next: @escaping @Sendable (String, inout GameContext) -> Void
    ) {
        overlay = TextPrompt(words, name: program.profile.name) { next($0.text, &$1) }
    }

    /// Asks for a password. `use` receives the password, and returns the flaw to show; nil if the
    /// password has none.
    private mutating func askPassword(
        _ words: (String, String),
        use: @escaping @Sendable (Password, inout GameContext) -> String?
    ) {
        overlay = TextPrompt(words, .secret) { text, game in
            guard let password = Password(text) else {
                return (text.isEmpty ? PasswordFlaw.tooShort : .tooLong).sentence
            }
            return use(password, &game)
        }
    }

    private mutating func askNewPassword(
        of name: String, then use: @escaping @Sendable (Password, inout GameContext) -> Void
    ) {
        askPassword(AccountScreenWords.newPassword) { new, game in
            if let flaw = new.flaw(forName: name) { return flaw.sentence }
            game.askPassword(AccountScreenWords.passwordAgain) { password, game in
                guard password == new else { return AccountWords.passwordsDiffer }
                use(new, &game)
                return nil
            }
            return nil
        }
    }

    fileprivate mutating func askPasswordToSignIn(as name: String) {
        askPassword(AccountScreenWords.password) { password, game in
            game.send(.signIn(name, password))
            return nil
        }
    }

    fileprivate mutating func signUpByKeyOrPassword(as name: String) {
        if let key = preferences.fingerprint {
            return signUp(as: name) { .signUpByKey($0, key: key) }
        }
        askNewPassword(of: name) { password, game in
            game.signUp(as: name) { .signUp($0, password) }
        }
    }

    /// Requests a new account. If the server refuses the request, the form for the name opens
    /// again, and the user need not type the password again.
    private mutating func signUp(
        as name: String, by request: @escaping @Sendable (String) -> AccountRequest
    ) {
        let form = TextPrompt(AccountScreenWords.newName, name: try? PlayerName(name)) {
            $1.signUp(as: $0.text, by: request)
        }
        let sent = request(name)
        sentForm = SentForm(form: form, request: sent)
        send(sent)
    }

    fileprivate mutating func askToChangePassword() {
        askPassword(AccountScreenWords.oldPassword) { old, game in
            guard let account = game.program.visit?.account else { return nil }
            let (name, token) = (account.name, account.token)
            game.askNewPassword(of: name.shown) {
                $1.send(.changePassword(of: name, old, to: $0, by: token))
            }
            return nil
        }
    }

    fileprivate mutating func askCodeToLinkDevice() { overlay = Self.linkCodeForm(typed: "") }

    /// Returns the form for a link code. If the server refuses the code, the form opens again.
    private static func linkCodeForm(typed: String) -> TextPrompt {
        TextPrompt(AccountScreenWords.linkCode, text: typed) { text, game in
            guard let code = TypedLinkCode.cleaned(text) else {
                return AccountRefusal.linkOver.sentence
            }
            let key = game.preferences.fingerprint
            let sent = game.updateProgram { $0.requestDeviceLink(code, key: key) }
            game.sentForm = SentForm(form: Self.linkCodeForm(typed: text), request: sent)
            return nil
        }
    }

    fileprivate mutating func askToDeleteAccount() {
        overlay = TextPrompt(AccountScreenWords.nameToDelete) { text, game in
            guard ForeignText(text) == game.program.visit?.account?.name else {
                return AccountScreenWords.otherName
            }
            // An account that was created with a key only has no password. An account that a key
            // is linked to may have one.
            game.overlay = TextPrompt(AccountScreenWords.passwordToDelete, .secret) { text, game in
                let password = Password(text)
                guard password != nil || text.isEmpty else { return PasswordFlaw.tooLong.sentence }
                game.askSignedIn { .leave($0, password) }
                return nil
            }
            return nil
        }
    }

    private mutating func send(_ request: AccountRequest) {
        reply(AccountScreenWords.asking)
        updateProgram { $0.sendAccountRequest(request) }
    }

    private var unsentCount: Int {
        program.visit?.unsentRecords.map(\.count).reduce(0, +) ?? 0
    }

    fileprivate mutating func signOutOrAskIfUnsent() {
        guard unsentCount > 0 else { return updateProgram { $0.signOut() } }
        overlay = Question(
            { AccountScreenWords.signOut(unsent: $0.unsentCount) },
            while: { $0.isSignedIn && $0.unsentCount > 0 }
        ) { game in
            game.updateProgram { $0.signOut() }
        }
    }
}

struct DevicesScreen: ListScreen {
    static let actionTable = ActionTable(
        "In the device list",
        [.chooseItem, .open.withLastLineWord("remove"), .retry] + ScreenAction.common)

    static let section = AccountScreenWords.devicesSection
    static let parent = ScreenName.account

    private static let nameColumns = 30

    /// A signed-in device, or a key that is linked to the account.
    struct Device: Hashable, Sendable {
        /// The session or the link that ends when the device is removed.
        fileprivate enum SessionOrLink: Hashable {
            /// The session of this program. The user ends it by signing out. `keyLink` is the id of
            /// the link of an ssh guest's key; nil without such a link. The guest can remove this
            /// link.
            case here(keyLink: String?)
            /// Another session, by its id.
            case session(String)
            /// A link without a session, by its id.
            case link(String)
        }

        fileprivate let kind: SessionOrLink
        fileprivate let name: String
        /// The Unix time of the link or of the sign-in, in seconds; nil if it is unknown.
        fileprivate var since: Int?
        /// The Unix time of the last use, in seconds; nil if it is unknown.
        fileprivate var used: Int?

        fileprivate var isHere: Bool {
            if case .here = kind { true } else { false }
        }
    }

    var selection = Selection<Device>()

    func rows(in game: GameContext) -> [Device] { Self.devices(in: game) ?? [] }

    /// Returns this device, then the other signed-in devices, then the linked keys; nil until the
    /// server has listed the links.
    ///
    /// A linked device is also a session, and is listed once. The key of an ssh guest, whose
    /// session has no name, is also listed once. Earlier versions of the server send no sessions;
    /// for these servers, all links are listed.
    fileprivate static func devices(in game: GameContext) -> [Device]? {
        guard let linked = game.account.linked else { return nil }
        let sessions = game.account.sessions ?? []
        let current = sessions.first(where: \.isCurrent)
        let ownKey = game.preferences.fingerprint.flatMap { key in
            linked.first { $0.key == key }
        }
        let here = Device(
            kind: .here(keyLink: ownKey?.id),
            name: ownKey.map { AccountWords.deviceNameOrPlaceholder($0.name) }
                ?? current?.shownName ?? ForeignText(game.profile.device).shown,
            since: ownKey?.since ?? current?.since)
        let others = sessions.filter { !$0.isCurrent }
        let names = Set(sessions.map(\.device))
        let otherLinks = linked.filter { $0 != ownKey && !names.contains($0.name) }
        return [here]
            + others.map {
                Device(kind: .session($0.id), name: $0.shownName, since: $0.since, used: $0.used)
            }
            + otherLinks.map {
                Device(kind: .link($0.id), name: $0.name.shown, since: $0.since)
            }
    }

    mutating func perform(_ intent: Intent, on row: Device?, _ game: inout GameContext) {
        guard intent == .confirm, let row else { return }
        let removal: @Sendable (Token) -> AccountRequest
        switch row.kind {
        case .here(nil): return game.reply(Self.isHereSentence(in: game))
        case .session(let id): removal = { .endSession(id, $0) }
        case .here(let id?), .link(let id): removal = { .removeLink(id, $0) }
        }
        game.overlay = Question({ _ in AccountScreenWords.remove(row.name) }) {
            $0.askSignedIn(removal)
        }
    }

    func hint(in game: GameContext) -> String {
        guard let device = selection.chosen(in: rows(in: game)) else { return "" }
        return device.kind == .here(keyLink: nil)
            ? Self.isHereSentence(in: game)
            : game.fitting(AccountScreenWords.removes, AccountScreenWords.removesShort)
    }

    /// Returns the sentence about this device. Only a player at a terminal can sign out.
    private static func isHereSentence(in game: GameContext) -> String {
        game.profile.way == .terminal
            ? game.fitting(AccountScreenWords.isHere, AccountScreenWords.isHereShort)
            : AccountScreenWords.isHereShort
    }

    func page(in game: GameContext) -> ListScreenContent {
        let devices = rows(in: game)
        var page = ListScreenContent(remark: "\(devices.count)")
        page.rows = devices.map { device in
            let isNew = device.isNewOtherDevice(at: game.today)
            let use =
                device.isHere
                ? AccountScreenWords.here : device.lastUseWords(at: game.today) ?? ""
            return ListRow(
                name: device.name,
                remark: [isNew ? AccountScreenWords.new : "", use].filter { !$0.isEmpty }
                    .joined(separator: ", "),
                figure: device.timeSinceLinked(at: game.today).map(SharedListWords.ago) ?? "",
                style: isNew ? .warning : .faint, nameColumns: Self.nameColumns)
        }
        page.columnTitles = ListRow(
            name: AccountScreenWords.device, remark: AccountScreenWords.use,
            figure: AccountScreenWords.since, nameColumns: Self.nameColumns)
        page.emptyText = AccountScreenWords.asking
        return page
    }

    /// Returns a line about the device that was linked last, while it counts as new; otherwise nil.
    fileprivate static func recentlyLinkedDeviceLine(
        in game: GameContext
    ) -> ListScreenContent.PageLine? {
        let new =
            devices(in: game)?.filter { $0.isNewOtherDevice(at: game.today) } ?? []
        guard let newest = new.max(by: { ($0.since ?? 0) < ($1.since ?? 0) }),
            let age = newest.timeSinceLinked(at: game.today)
        else { return nil }
        return .init(
            text: AccountScreenWords.newDevice(newest.name, since: age.age), style: .warning)
    }
}

extension SessionListEntry {
    fileprivate var shownName: String { AccountWords.deviceNameOrPlaceholder(device) }
}

extension DevicesScreen.Device {
    /// The minimum span from a stored time to now. It is negative, because the clocks of two
    /// machines may differ.
    private static let tolerance = Duration.seconds(-300)

    /// Returns the time since a Unix time in seconds. Returns nil if the time is missing, or too
    /// far in the future. Earlier servers stored such times.
    private static func spanUnlessInFuture(since second: Int?, _ now: ServerTime) -> Duration? {
        guard let second else { return nil }
        let span = now - ServerTime(milliseconds: Int64(clamping: second) &* 1_000)
        return span < tolerance ? nil : span
    }

    /// Returns the time since the device was linked or signed in; nil if it is unknown.
    fileprivate func timeSinceLinked(at now: ServerTime) -> Duration? {
        Self.spanUnlessInFuture(since: since, now)
    }

    /// The time until a device is no longer marked as new. The mark lets the user notice an unknown
    /// device.
    private static let newness = Duration.seconds(86_400)

    fileprivate func isNewOtherDevice(at now: ServerTime) -> Bool {
        !isHere && timeSinceLinked(at: now).map { $0 < Self.newness } ?? false
    }

    /// Returns the time since the last use, in words; nil if it is unknown. Servers store the time
    /// once a day.
    fileprivate func lastUseWords(at now: ServerTime) -> String? {
        Self.spanUnlessInFuture(since: used, now).map { span in
            span < .seconds(86_400) ? AccountScreenWords.usedToday : SharedListWords.ago(span)
        }
    }
}

private enum AccountScreenWords {
    static let section = "account"
    static let isGuest = "You are playing as a guest."
    static let promises = [
        "An account syncs your name, friends and results",
        "across all your devices, in the terminal and over ssh.",
    ]
    static let offering = "Waiting for approval on the device showing the code."
    static let asking = "Contacting the server …"
    static let otherName = "That isn't your account name."
    static let allRounds = "ALL ROUNDS"

    static func nameAndEnterHint(
        of row: AccountScreen.AccountPageAction
    ) -> (name: String, enterHint: String) {
        switch row {
        case .signIn: ("Sign in", "Enter asks for your name and password.")
        case .signUp: ("Sign up", "Enter creates an account.")
        case .enterCode: ("Enter a code", "Enter asks for the code shown on your other device.")
        case .showCode: ("Link a device", "Enter links a device or an ssh key.")
        case .devices: ("Devices", "Enter lists your linked devices and keys.")
        case .changePassword: ("Change password", "Enter asks for your old password and a new one.")
        case .signOut: ("Sign out", "Enter signs you out and removes your data from this machine.")
        case .delete: ("Delete account", "Enter asks you to confirm, then deletes your account.")
        }
    }

    static func accountAndServer(_ name: ForeignText, at server: String) -> String {
        server.isEmpty ? "\(name), on this machine's server" : "\(name) at \(server)"
    }

    static func codeInstruction(_ code: ForeignText, left: String) -> String {
        "Code \(code): there, choose Account, then Enter a code (\(left) left)."
    }

    static func shellCommandToLink(_ code: ForeignText, at server: String?) -> String {
        "Or run: \(AccountWords.linkCommand(code, at: server))"
    }

    static func signOut(unsent count: Int) -> QuestionWords {
        QuestionWords("Sign out? \(AccountWords.unsentChanges(count))", no: "stay", yes: "sign out")
    }

    static let name = ("Sign in as", "Your account name.")
    static let newName = (
        "Your account name", "All players see this name, but only you can use it."
    )
    static let password = ("Your password", "The password is not shown as you type.")
    static let oldPassword = ("Your current password", "The password is not shown as you type.")
    static let newPassword = ("Your new password", "At least 8 characters, not shown as you type.")
    static let passwordAgain = ("Repeat the new password", "This catches typos.")
    static let nameToDelete = (
        "Delete your account?",
        "Type its name to confirm. Friends, results and settings are deleted too."
    )
    static let passwordToDelete = (
        "Your password", "Enter deletes the account. Leave this empty if you have no password."
    )
    static let linkCode = ("Link code", "On your other device, choose Account, then Link a device.")

    static let devicesSection = "devices"
    static let device = "device or key"
    static let use = "last used"
    static let usedToday = "within a day"
    static let since = "linked"
    static let here = "this device"
    static let isHere = "You are using this device. Sign out on the account page."
    static let isHereShort = "You are using this device."
    static let new = "new"
    static let removes = "Enter removes the selected device or key and signs it out."
    static let removesShort = "Enter removes the selected one."

    static func newDevice(_ name: String, since span: String) -> String {
        "New device: \(name), linked \(span) ago. Not yours? Remove it under Devices."
    }

    static func remove(_ name: String) -> QuestionWords {
        QuestionWords(
            "Remove \(name)? It will be signed out.", no: "keep", yes: "remove")
    }
}
