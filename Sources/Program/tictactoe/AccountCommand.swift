import Commands
import Drawing
import Lobby
import Records
import SimperiumClock
import SimperiumLoop
import SimperiumReplica
import SimperiumWire
import Visit
import Wording

/// `account`: the user's actions on an account, such as sign-in, sign-out and linking a device.
struct AccountCommand {
    private let options: AccountOptions
    private let context: AccountCommandContext

    init(_ options: AccountOptions) throws {
        self.options = options
        context = try AccountCommandContext(options.lobby, startsServer: options.signsUp)
    }

    func run() throws(CommandFailure) -> ExitStatus {
        defer { context.connector.closeConnections() }
        if options.signsIn, context.paths == nil {
            throw CommandFailure(LocalAccountCopyWords.noDataDirectory)
        }
        if options.signsUp { context.connector.startLocalServer() }
        switch options.request {
        case .signUp(let name): try signUp(name)
        case .signIn(let name): try signIn(name)
        case .signInWithCode(let code): try signInWithLinkCode(code)
        case .signOut: try signOut()
        case .linkOtherDevice: try linkOtherDevice()
        case .listSessions: try listSessions()
        case .endSession(let number): try endSession(number)
        case .endOtherSessions: try endOtherSessions()
        case .changePassword: try changePassword()
        case .resetPassword(let name): try resetPassword(name)
        case .deleteAccount: try deleteAccount()
        case .showAccount: try showAccount()
        }
        return .done
    }

    /// Returns the account that is signed in on this machine, with the server's reply about the
    /// account's sessions; nil if no account is signed in. Throws unless the account is called
    /// `name`, because a second sign-in would leave the first session open, and the first account's
    /// data on this machine. An account whose session the server has ended counts as signed out.
    /// The unsent changes of such an account stay on this machine until its user signs in again.
    @discardableResult
    private func refuseIfOtherIsSignedIn(
        than name: String? = nil
    ) throws(CommandFailure) -> (account: SavedAccount, reply: AccountReply)? {
        guard let account = try? context.signedInAccount() else { return nil }
        let reply = context.sendAndWait(.showSessions(account.token))
        if reply == .refused(.tokenEnded) { return nil }
        guard let name, account.name.equalsIgnoringCase(name) else {
            throw CommandFailure(AccountWords.alreadySignedIn(account.name))
        }
        return (account, reply)
    }

    private func signUp(_ operand: String?) throws(CommandFailure) {
        try refuseIfOtherIsSignedIn()
        let name = try operandOrTypedName(operand)
        let password = try readNewPassword(of: name, prompt: AccountWords.passwordPrompt)
        let reply = try context.requireReply(to: .signUp(name, password))
        try saveSignInOrEndSession(reply, AccountWords.signedUp)
    }

    private func signIn(_ operand: String?) throws(CommandFailure) {
        let name = try operandOrTypedName(operand)
        if let (account, reply) = try refuseIfOtherIsSignedIn(than: name) {
            // Only the server can confirm that the session is alive.
            if case .refused(let refusal) = reply { throw context.failure(refusal) }
            return printLine(AccountWords.signedIn(account.name))
        }
        let password = try readPassword(AccountWords.passwordPrompt)
        let reply = try context.requireReply(to: .signIn(name, password))
        try saveSignInOrEndSession(reply, AccountWords.signedIn)
    }

    private func signOut() throws(CommandFailure) {
        let account = try context.signedInAccount()
        let unsent = context.localCopies(of: account).map(\.unsentCount).reduce(0, +)
        if unsent > 0, !options.isForced {
            throw CommandFailure(
                "\(AccountWords.unsentChanges(unsent)) \(AccountWords.signOutAnyway)")
        }
        // The command removes the account from this machine even if the server refuses or can't be
        // reached.
        _ = try? context.requireReply(to: .signOut(account.token))
        removeAccountFiles(account)
        printLine(AccountWords.signedOut(account.name))
    }

    private func changePassword() throws(CommandFailure) {
        let account = try context.signedInAccount()
        let old = try readPassword(AccountWords.passwordPrompt)
        let new = try readNewPassword(
            of: account.name.shown, prompt: AccountWords.newPasswordPrompt)
        _ = try context.requireReply(
            to: .changePassword(of: account.name, old, to: new, by: account.token))
        printLine(AccountWords.passwordChanged)
    }

    /// Sets a new password with a code from the operator, and signs in. The server ends all earlier
    /// sessions of the account. A user who is signed in may also reset a forgotten password.
    private func resetPassword(_ operand: String?) throws(CommandFailure) {
        let name = try operandOrTypedName(operand)
        try refuseIfOtherIsSignedIn(than: name)
        let typed = SecretInput.readLine(prompt: AccountWords.resetCodePrompt, isShown: true)
        let text = typed.map { String(decoding: $0.filter { $0 > 0x20 }, as: UTF8.self) } ?? ""
        guard let code = Password(text) else { throw CommandFailure(AccountWords.noInput) }
        let password = try readNewPassword(of: name, prompt: AccountWords.newPasswordPrompt)
        let reply = context.sendAndWait(.reset(name, code: code, to: password))
        if case .refused(.wrong) = reply {
            throw CommandFailure(AccountWords.badResetCode, .refused)
        }
        if case .refused(let refusal) = reply { throw context.failure(refusal) }
        try saveSignInOrEndSession(reply, AccountWords.signedIn)
    }

    private func fetchSessions(_ token: Token) throws(CommandFailure) -> [SessionListEntry] {
        let reply = try context.requireReply(to: .showSessions(token))
        return if case .sessions(let sessions) = reply { sessions } else { [] }
    }

    private func listSessions() throws(CommandFailure) {
        let sessions = try fetchSessions(context.signedInAccount().token)
        for (index, session) in sessions.enumerated() { printSession(session, index + 1) }
    }

    private func endSession(_ number: Int) throws(CommandFailure) {
        let token = try context.signedInAccount().token
        let sessions = try fetchSessions(token)
        guard sessions.indices.contains(number - 1) else {
            throw CommandFailure(AccountWords.noSession(number), .notFound)
        }
        let session = sessions[number - 1]
        _ = try context.requireReply(to: .endSession(session.id, token))
        printLine(AccountWords.sessionEnded(AccountWords.deviceNameOrPlaceholder(session.device)))
    }

    private func endOtherSessions() throws(CommandFailure) {
        let token = try context.signedInAccount().token
        _ = try context.requireReply(to: .endOtherSessions(token))
        printLine(AccountWords.otherSessionsEnded)
    }

    private func printSession(_ session: SessionListEntry, _ number: Int) {
        let facts = [
            AccountWords.deviceNameOrPlaceholder(session.device), session.address.shown,
            session.since.map { AccountWords.sessionSince(CivilDate(ofSecond: $0).text) }
                ?? AccountWords.sessionOfEarlierVersion,
            AccountWords.sessionLastUsed(CivilDate(ofSecond: session.used).text),
        ]
        printLine(AccountWords.sessionLine(number, facts, isCurrent: session.isCurrent))
    }

    private func deleteAccount() throws(CommandFailure) {
        let account = try context.signedInAccount()
        if Descriptor.standardInput.isTerminal {
            let prompt = AccountWords.deletionConfirmationPrompt(account.name)
            guard readTypedLine(prompt, isShown: true).map({ ForeignText($0) }) == account.name
            else { throw CommandFailure(AccountWords.notDeleted) }
        }
        let password = Password(try readSecretLine(AccountWords.passwordPrompt) ?? "")
        _ = try context.requireReply(to: .leave(account.token, password))
        removeAccountFiles(account)
        printLine(AccountWords.accountDeleted)
    }

    private func showAccount() throws(CommandFailure) {
        let account = try context.signedInAccount()
        printLine(AccountWords.accountAndServer(account.name, at: account.server))
    }

    /// Shows a code, waits until another device uses the code, and asks the user to allow that
    /// device. Throws if the code expires first.
    private func linkOtherDevice() throws(CommandFailure) {
        let token = try context.signedInAccount().token
        guard case .code(let code, let seconds) = try context.requireReply(to: .openLink(token))
        else { return }
        printLine(AccountWords.enterCodeOnOtherDevice(code, seconds: seconds))
        let connector = context.connector
        let server = connector.isOwn ? options.lobby.serverArgument : connector.origin
        printLine(AccountWords.howToEnterCode(code, at: server))
        let end = context.loop.now + .seconds(seconds)
        let waiting = try poll(.showLinks(token), until: end) { reply -> ForeignText? in
            guard case .links(let state) = reply else { return nil }
            return state.waiting
        }
        guard let waiting else { throw CommandFailure(AccountWords.linkCodeExpired) }
        let isAllowed = readYesOrNo(AccountWords.allowSignInQuestion(waiting))
        _ = try context.requireReply(to: .answerLink(isAllowed, token))
        printLine(isAllowed ? AccountWords.linkAllowed : AccountWords.linkRefused)
    }

    /// Signs in with the link code that another device shows, once the user has allowed the sign-in
    /// on that device. Throws if the user refuses, or if the code expires.
    private func signInWithLinkCode(_ typed: String) throws(CommandFailure) {
        try refuseIfOtherIsSignedIn()
        guard let code = TypedLinkCode.cleaned(typed),
            case .ticket(let ticket) = try context.requireReply(
                to: .offer(code: code, device: ThisProcess.machineName ?? ""))
        else { throw context.failure(.linkOver) }
        printLine(AccountWords.approveOnOtherDevice)
        let end = context.loop.now + AccountRequestState.linkLifetime
        let signIn = try poll(.collect(code: code, ticket: ticket), until: end) {
            reply throws(CommandFailure) -> AccountReply? in
            switch reply {
            case .signedIn: return reply
            // The server has accepted the code before. So the user has refused on the other device,
            // or the code has expired.
            case .refused(.linkOver): throw CommandFailure(AccountWords.linkFailed, .refused)
            default: return nil
            }
        }
        guard let signIn else { throw CommandFailure(AccountWords.linkFailed, .refused) }
        try saveSignInOrEndSession(signIn, AccountWords.signedIn)
    }

    /// Repeats a request about a link until `read` returns a value, and returns that value; nil
    /// after `end`. After a temporary refusal, the request is repeated, too, because the other
    /// device may have answered meanwhile. Throws for a final refusal, and the error of `read`.
    private func poll<Value>(
        _ request: AccountRequest, until end: Instant,
        _ read: (AccountReply) throws(CommandFailure) -> Value?
    ) throws(CommandFailure) -> Value? {
        var pause = AccountRequestState.pollPause
        repeat {
            context.pause(pause)
            pause = AccountRequestState.pollPause
            let reply = context.sendAndWait(request)
            if let value = try read(reply) { return value }
            guard case .refused(let refusal) = reply else { continue }
            guard let longer = refusal.pauseBeforeRetry(usual: pause),
                context.loop.now + longer < end
            else { throw context.failure(refusal) }
            pause = longer
        } while context.loop.now < end
        return nil
    }

    private func operandOrTypedName(_ operand: String?) throws(CommandFailure) -> String {
        guard let text = operand ?? readName() else {
            throw CommandFailure(AccountWords.noInput)
        }
        do throws(NameFlaw) {
            return try PlayerName(text).text
        } catch {
            throw CommandFailure(error.sentence)
        }
    }

    /// Asks for a name. At a terminal, the prompt shows the name used in the game, if there is one,
    /// and an empty answer selects that name. Returns nil at the end of the input.
    private func readName() -> String? {
        let known = Descriptor.standardInput.isTerminal ? nameInGame?.text : nil
        let typed = readTypedLine(AccountWords.namePrompt(default: known), isShown: true)
        return typed?.allSatisfy(\.isWhitespace) == true ? known ?? typed : typed
    }

    /// The name that the user has chosen for the game; nil if there is none.
    private var nameInGame: PlayerName? {
        options.lobby.isNameChosen ? options.lobby.name : PlayerFiles.savedSettings?.name
    }

    private func readTypedLine(_ prompt: String, isShown: Bool) -> String? {
        SecretInput.readLine(prompt: prompt, isShown: isShown).map {
            String(decoding: $0, as: UTF8.self)
        }
    }

    /// Asks until the answer is yes or no, because the link code is unusable after a refusal.
    /// Returns false at the end of the input.
    private func readYesOrNo(_ prompt: String) -> Bool {
        while true {
            switch readTypedLine(prompt, isShown: true)?.lowercased() {
            case "yes", "y": return true
            case "no", "n", nil: return false
            case .some: continue
            }
        }
    }

    /// Returns the first line of the password file, or a line from standard input; nil if there is
    /// none.
    private func readSecretLine(_ prompt: String) throws(CommandFailure) -> String? {
        guard let path = options.passwordFile else {
            return readTypedLine(prompt, isShown: false)
        }
        do throws(LibraryError) {
            return try WholeFile.firstLine(of: path)
        } catch {
            throw CommandFailure("\(UsageError.unreadable(path: path, reason: error.reason))")
        }
    }

    private func readPassword(_ prompt: String) throws(CommandFailure) -> Password {
        guard let text = try readSecretLine(prompt), !text.isEmpty else {
            throw CommandFailure(AccountWords.noInput)
        }
        guard let password = Password(text) else {
            throw CommandFailure(PasswordFlaw.tooLong.sentence)
        }
        return password
    }

    /// Reads a new password. A user at a terminal types the password twice, because the terminal
    /// does not show it.
    private func readNewPassword(of name: String, prompt: String) throws(CommandFailure) -> Password
    {
        let isTyped = options.passwordFile == nil && Descriptor.standardInput.isTerminal
        while true {
            let password = try readPassword(prompt)
            // Asks again instead of exiting. Otherwise the user may still type passwords, and the
            // shell would run them as commands.
            if let flaw = password.flaw(forName: name) {
                guard isTyped else { throw CommandFailure(flaw.sentence) }
                complain(flaw.sentence)
            } else if isTyped, try readPassword(AccountWords.repeatPasswordPrompt) != password {
                complain(AccountWords.passwordsDiffer)
            } else {
                return password
            }
        }
    }

    /// Stores the sign-in on this machine, and prints the sentence that `words` returns for the
    /// user's name. If the sign-in can't be stored, ends the session at the server, and throws.
    /// Does nothing if `reply` is not a sign-in.
    private func saveSignInOrEndSession(
        _ reply: AccountReply, _ words: (ForeignText) -> String
    ) throws(CommandFailure) {
        guard case .signedIn(let user, let name, let token) = reply, let paths = context.paths
        else { return }
        let account = SavedAccount(
            server: context.connector.origin, user: user, name: name, token: token)
        do throws(LibraryError) {
            try LoadedAccountFiles.storeSignIn(of: account, in: paths)
        } catch {
            // Without the file, the session would stay open at the server until it expires.
            _ = context.sendAndWait(.signOut(token))
            throw CommandFailure(LocalAccountCopyWords.signInNotSavedError(because: error.reason))
        }
        printLine(words(name))
    }

    private func removeAccountFiles(_ account: SavedAccount) {
        guard let paths = context.paths else { return }
        LoadedAccountFiles.removeSignIn(of: account, in: paths, at: account.server)
        AccountCopyDirectory(of: account.user, in: paths).removeFreeCopies()
    }
}

extension AccountOptions {
    fileprivate var signsUp: Bool { if case .signUp = request { true } else { false } }

    /// True if the request stores a sign-in on this machine, and therefore needs the data
    /// directory.
    fileprivate var signsIn: Bool {
        switch request {
        case .signUp, .signIn, .signInWithCode, .resetPassword: true
        case .signOut, .linkOtherDevice, .listSessions, .endSession, .endOtherSessions,
            .changePassword, .deleteAccount, .showAccount:
            false
        }
    }
}

extension CivilDate {
    /// Creates the UTC day of a Unix time in seconds.
    init(ofSecond second: Int) { self.init(daysSince1970: second / 86_400) }
}
