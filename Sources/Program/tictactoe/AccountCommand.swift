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
    /// The reason that an action failed.
    enum ActionFailure: Error, CustomStringConvertible {
        case refused(AccountRefusal)
        case flawed(PasswordFlaw)
        case badName(NameFlaw)
        case notSignedIn
        case linkEnded
        case said(String)

        var description: String {
            switch self {
            case .refused(let refusal): refusal.sentence
            case .flawed(let flaw): flaw.sentence
            case .badName(let flaw): flaw.sentence
            case .notSignedIn: AccountWords.notSignedInError
            case .linkEnded: AccountWords.linkFailed
            case .said(let sentence): sentence
            }
        }
    }

    private let options: AccountOptions
    private let context: AccountCommandContext

    init(_ options: AccountOptions) throws {
        self.options = options
        context = try AccountCommandContext(options.lobby, startsServer: options.action == .signup)
    }

    func run() throws -> Int32 {
        defer { context.route.closeConnections() }
        do throws(ActionFailure) {
            if options.signsIn, context.places == nil {
                throw .said(LocalAccountWords.noDataDirectory)
            }
            switch options.action {
            case .signup:
                context.route.startLocalServer()
                try signUp()
            case .signin: try signIn()
            case .signout: try signOut()
            case .link: try options.nameOrCode == nil ? showLinkCode() : enterLinkCode()
            case .sessions: try listOrEndSessions()
            case .password: try changePassword()
            case .reset: try resetPassword()
            case .delete: try delete()
            case .show: try show()
            }
            return ExitStatus.done.rawValue
        } catch {
            if case .refused(let refusal) = error {
                return complain(context.sentence(refusal), refusal.status).rawValue
            }
            return complain("\(error)", error.status).rawValue
        }
    }

    /// Sends a request, and throws if the server refuses it.
    private func sendRequest(_ request: AccountRequest) throws(ActionFailure) -> AccountReply {
        let reply = context.sendAndWait(request)
        if case .refused(let refusal) = reply { throw .refused(refusal) }
        return reply
    }

    private func say(_ sentence: String) {
        Descriptor.standardOutput.writeLine(sentence)
    }
}

/// The actions of `account`.
extension AccountCommand {
    private func signUp() throws(ActionFailure) {
        let name = try name()
        let password = try newPassword(of: name, prompt: AccountWords.passwordPrompt)
        try saveSignIn(try sendRequest(.signUp(name, password)), AccountWords.signedUp)
    }

    private func signIn() throws(ActionFailure) {
        let name = try name()
        let password = try password(AccountWords.passwordPrompt)
        try saveSignIn(try sendRequest(.signIn(name, password)), AccountWords.signedIn)
    }

    private func signOut() throws(ActionFailure) {
        let account = try requireSignedInAccount()
        let unsent = context.copies(of: account).map(\.unsentCount).reduce(0, +)
        if unsent > 0, !options.isForced {
            throw .said("\(AccountWords.unsentChanges(unsent)) \(AccountWords.signOutAnyway)")
        }
        // The account is removed from this machine even if the server can't be reached.
        _ = try? sendRequest(.signOut(account.token))
        removeAccountFiles(account)
        say(AccountWords.signedOut(account.name))
    }

    private func changePassword() throws(ActionFailure) {
        let account = try requireSignedInAccount()
        let old = try password(AccountWords.passwordPrompt)
        let new = try newPassword(of: account.name.shown, prompt: AccountWords.newPasswordPrompt)
        _ = try sendRequest(.changePassword(of: account.name, old, to: new, by: account.token))
        say(AccountWords.passwordChanged)
    }

    /// Sets a new password with a code from the operator, and signs in.
    private func resetPassword() throws(ActionFailure) {
        let name = try name()
        let typed = SecretInput.readLine(
            from: .standardInput, prompt: AccountWords.resetCodePrompt, isShown: true)
        let text = typed.map { String(decoding: $0.filter { $0 > 0x20 }, as: UTF8.self) } ?? ""
        guard let code = Password(text) else { throw .said(AccountWords.noInput) }
        let password = try newPassword(of: name, prompt: AccountWords.newPasswordPrompt)
        let reply = context.sendAndWait(.reset(name, code: code, to: password))
        if case .refused(.wrong) = reply { throw .said(AccountWords.badResetCode) }
        if case .refused(let refusal) = reply { throw .refused(refusal) }
        try saveSignIn(reply, AccountWords.signedIn)
    }

    private func listOrEndSessions() throws(ActionFailure) {
        let token = try requireSignedInAccount().token
        guard case .sessions(let sessions) = try sendRequest(.showSessions(token)) else { return }
        switch options.sessionsToEnd {
        case nil: for (index, session) in sessions.enumerated() { showSession(session, index + 1) }
        case .others:
            _ = try sendRequest(.endOtherSessions(token))
            say(AccountWords.otherSessionsEnded)
        case .number(let number):
            guard sessions.indices.contains(number - 1) else {
                throw .said(AccountWords.noSession(number))
            }
            let session = sessions[number - 1]
            _ = try sendRequest(.endSession(session.id, token))
            say(AccountWords.sessionEnded(session.shownDevice))
        }
    }

    private func showSession(_ session: SessionListEntry, _ number: Int) {
        let facts = [
            session.shownDevice, session.address.shown,
            session.since.map { AccountWords.sessionSince(CivilDate(ofSecond: $0).text) }
                ?? AccountWords.sessionOfEarlierVersion,
            AccountWords.sessionUsed(CivilDate(ofSecond: session.used).text),
        ]
        say(AccountWords.sessionLine(number, facts, isCurrent: session.isCurrent))
    }

    private func delete() throws(ActionFailure) {
        let account = try requireSignedInAccount()
        if Descriptor.standardInput.isTerminal {
            let typed = SecretInput.readLine(
                from: .standardInput, prompt: AccountWords.deletionConfirmationPrompt(account.name),
                isShown: true)
            guard typed.map({ ForeignText(String(decoding: $0, as: UTF8.self)) }) == account.name
            else { throw .said(AccountWords.notDeleted) }
        }
        let password = Password(try readSecretLine(AccountWords.passwordPrompt) ?? "")
        _ = try sendRequest(.leave(account.token, password))
        removeAccountFiles(account)
        say(AccountWords.accountDeleted)
    }

    private func show() throws(ActionFailure) {
        let account = try requireSignedInAccount()
        say(AccountWords.accountAndServer(account.name, at: account.server))
    }

    private func showLinkCode() throws(ActionFailure) {
        let token = try requireSignedInAccount().token
        guard case .code(let code, let seconds) = try sendRequest(.openLink(token)) else { return }
        say(AccountWords.enterCodeOnOtherDevice(code, seconds: seconds))
        say(AccountWords.howToEnterCode)
        let end = context.loop.now + .seconds(seconds)
        while context.loop.now < end {
            context.pause(.seconds(2))
            guard case .links(let state) = try sendRequest(.showLinks(token)),
                let device = state.waiting
            else { continue }
            let typed = SecretInput.readLine(
                from: .standardInput, prompt: AccountWords.allowSignInQuestion(device),
                isShown: true)
            let isAllowed = typed == Array("yes".utf8) || typed == Array("y".utf8)
            _ = try sendRequest(.answerLink(isAllowed, token))
            return say(isAllowed ? AccountWords.linkAllowed : AccountWords.linkRefused)
        }
        throw .said(AccountWords.linkCodeExpired)
    }

    private func enterLinkCode() throws(ActionFailure) {
        guard let code = TypedLinkCode.cleaned(options.nameOrCode ?? ""),
            case .ticket(let ticket) = try sendRequest(
                .offer(code: code, device: ThisProcess.machineName ?? ""))
        else { throw .refused(.linkOver) }
        say(AccountWords.approveOnOtherDevice)
        while true {
            context.pause(.seconds(2))
            let reply = context.sendAndWait(.collect(code: code, ticket: ticket))
            // The code was good when the other device had to approve it.
            if reply == .refused(.linkOver) { throw .linkEnded }
            if case .refused(let refusal) = reply { throw .refused(refusal) }
            if case .signedIn = reply { return try saveSignIn(reply, AccountWords.signedIn) }
        }
    }
}

/// The input and the files of `account`.
extension AccountCommand {
    private func name() throws(ActionFailure) -> String {
        var text = options.nameOrCode
        if text == nil {
            text = SecretInput.readLine(
                from: .standardInput, prompt: AccountWords.namePrompt, isShown: true
            ).map { String(decoding: $0, as: UTF8.self) }
        }
        guard let text else { throw .said(AccountWords.noInput) }
        do throws(NameFlaw) {
            return try PlayerName(text).text
        } catch {
            throw .badName(error)
        }
    }

    /// Returns a line from the password file, or from standard input; nil if there is none.
    private func readSecretLine(_ prompt: String) throws(ActionFailure) -> String? {
        guard let path = options.passwordFile else {
            return SecretInput.readLine(from: .standardInput, prompt: prompt).map {
                String(decoding: $0, as: UTF8.self)
            }
        }
        do throws(LibraryError) {
            return try WholeFile.firstLine(of: path)
        } catch {
            throw .said("\(UsageError.unreadable(path: path, reason: error.reason))")
        }
    }

    private func password(_ prompt: String) throws(ActionFailure) -> Password {
        guard let text = try readSecretLine(prompt), !text.isEmpty else {
            throw .said(AccountWords.noInput)
        }
        guard let password = Password(text) else { throw .flawed(.tooLong) }
        return password
    }

    /// Reads a new password. A person types it twice, because it is not shown.
    private func newPassword(of name: String, prompt: String) throws(ActionFailure) -> Password {
        let isTyped = options.passwordFile == nil && Descriptor.standardInput.isTerminal
        while true {
            let password = try password(prompt)
            // After an exit, the shell would run the passwords that the user still types.
            if let flaw = password.flaw(of: name) {
                guard isTyped else { throw .flawed(flaw) }
                complain(flaw.sentence)
            } else if isTyped, try self.password(AccountWords.repeatPasswordPrompt) != password {
                complain(AccountWords.passwordsDiffer)
            } else {
                return password
            }
        }
    }

    private func requireSignedInAccount() throws(ActionFailure) -> SavedAccount {
        guard let account = context.signedInAccount() else { throw .notSignedIn }
        return account
    }

    private func saveSignIn(_ reply: AccountReply, _ words: (ForeignText) -> String)
        throws(ActionFailure)
    {
        guard case .signedIn(let user, let name, let token) = reply, let places = context.places
        else { return }
        let account = SavedAccount(
            server: context.route.origin, user: user, name: name, token: token)
        do throws(LibraryError) {
            try LoadedAccount.store(account, in: places)
        } catch {
            // Without the file, the session would stay at the server until it expires.
            _ = context.sendAndWait(.signOut(token))
            throw .said(LocalAccountWords.signInNotSavedError(because: error.reason))
        }
        say(words(name))
    }

    private func removeAccountFiles(_ account: SavedAccount) {
        guard let places = context.places else { return }
        LoadedAccount.removeSignIn(of: account, in: places, at: account.server)
        AccountCopyDirectory(of: account.user, in: places).removeFreeCopies()
    }
}

extension AccountOptions {
    /// True if the action signs in on this machine, and so needs a place for that.
    fileprivate var signsIn: Bool {
        switch action {
        case .signup, .signin, .reset: true
        case .link: nameOrCode != nil
        case .signout, .sessions, .password, .delete, .show: false
        }
    }
}

extension AccountCommand.ActionFailure {
    fileprivate var status: ExitStatus {
        switch self {
        case .refused(let refusal): refusal.status
        case .notSignedIn: .notFound
        case .linkEnded: .refused
        case .flawed, .badName, .said: .failed
        }
    }
}

extension SessionListEntry {
    fileprivate var shownDevice: String { AccountWords.shownDevice(device) }
}

extension CivilDate {
    /// Creates the UTC day of a Unix time in seconds.
    init(ofSecond second: Int) { self.init(daysSince1970: second / 86_400) }
}
