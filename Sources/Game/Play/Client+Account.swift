internal import Drawing
internal import Game
internal import Lobby
internal import Records
internal import SimperiumClock
internal import SimperiumJSON
internal import SimperiumWire
internal import Visit
internal import Wording

/// What keys do on the page of the account, and what the server answers.
extension Client {
    var isSignedIn: Bool { visit?.account != nil }

    /// What the person's account keeps; nil for a guest.
    var records: PersonRecords? { visit?.records }

    var accountItems: [AccountItem] {
        guard preferences.way == .terminal else {
            return isSignedIn ? AccountItem.forKeyOwners : AccountItem.forKeys
        }
        return isSignedIn ? AccountItem.forOwners : AccountItem.forGuests
    }

    mutating func performInAccount(_ intent: Intent) {
        if desk.pages.items.move(by: intent, in: accountItems) { return }
        switch intent {
        case .confirm: if let item = desk.pages.items.chosen(in: accountItems) { open(item) }
        case .back: display.screen = .lobby
        default: break
        }
    }

    private mutating func open(_ item: AccountItem) {
        guard preferences.mayCarrySecrets || isSignedIn || item == .settings else {
            return noticeboard.answer(
                AccountRefusal.notEncrypted.sentence, .warning, at: now)
        }
        switch item {
        case .signIn, .signUp:
            desk.draft = AccountDesk.Draft(isNew: item == .signUp)
            let name = preferences.name?.text ?? ""
            display.overlay = .prompt(Prompt(.accountName(isNew: item == .signUp), text: name))
        case .enterCode: display.overlay = .prompt(Prompt(.linkCode))
        case .statistics: display.screen = .statistics
        case .friends: openFriends()
        case .devices: openDevices()
        case .settings: display.screen = .settings
        case .showCode: askSignedIn { .openLink($0) }
        case .changePassword:
            desk.draft = AccountDesk.Draft()
            display.overlay = .prompt(Prompt(.password(.old)))
        case .signOut: askToSignOut()
        case .delete: display.overlay = .prompt(Prompt(.nameToDelete))
        }
    }

    private mutating func askToSignOut() {
        let unsent = visit?.unsentRecords.map(\.count).reduce(0, +) ?? 0
        guard unsent > 0 else { return leaveAccount() }
        display.overlay = .question(Question(.signOut(unsent: unsent)))
    }

    /// Signs out, here and at the server.
    mutating func leaveAccount() {
        askSignedIn { .signOut($0) }
        signOut()
    }

    mutating func askSignedIn(_ request: (Token) -> AccountRequest) {
        guard let token = visit?.account?.token else { return }
        ask(account: request(token))
    }

    mutating func ask(account request: AccountRequest) {
        if let request = desk.ask(request) { effects.append(.call(request)) }
    }
}

extension Client {
    /// Whoever does something about their account is not taken out of that into a match with
    /// anybody. They look on when they are back.
    mutating func pauseSearch() {
        guard let session = visit?.session, session.own == nil else {
            desk.pausesSearch = false
            return
        }
        let isLooking = session.player?.mode.isLooking == true
        if display.screen.isOfAccount {
            guard isLooking, session.invitations.asking == nil else { return }
            desk.pausesSearch = true
            ask(.look(.open))
        } else if desk.pausesSearch {
            desk.pausesSearch = false
            if session.player?.mode == .open, session.player?.code == nil { ask(.look(.auto)) }
        }
    }
}

/// What was typed.
extension Client {
    /// Takes what was entered for the account. Says what is wrong with it, or nil.
    mutating func enter(account text: String, _ purpose: Prompt.Purpose) -> String? {
        switch purpose {
        case .accountName: return enter(name: text)
        case .password(let step): return enter(password: text, step)
        case .nameToDelete:
            guard text == visit?.account?.name else { return AccountPageWords.otherName }
            guard preferences.fingerprint == nil else {
                display.overlay = nil
                askSignedIn { .leave($0, nil) }
                return nil
            }
            display.overlay = .prompt(Prompt(.password(.toDelete)))
        case .linkCode:
            guard let code = TypedCode.cleaned(text) else {
                return AccountRefusal.linkOver.sentence
            }
            display.overlay = nil
            desk.offer = .init(code: code, until: now + AccountDesk.linkLifetime)
            ask(
                account: .offer(
                    code: code, device: preferences.device, key: preferences.fingerprint))
        case .friendName:
            guard let name = PlayerName(cleaning: text) else { return NameFlaw.empty.sentence }
            display.overlay = nil
            askSignedIn { .findName(name.text, $0) }
        case .alias(let user): return enter(alias: text, of: user)
        case .partnerName:
            guard let name = PlayerName(cleaning: text) else { return NameFlaw.empty.sentence }
            display.overlay = nil
            beginGame(with: .name(name.text), called: name.text)
        case .name, .firstName, .code, .matchSearch: break
        }
        return nil
    }

    private mutating func enter(name text: String) -> String? {
        do throws(NameFlaw) {
            desk.draft.name = try PlayerName(text).text
            if let key = preferences.fingerprint {
                send(.signUpByKey(desk.draft.name, key: key))
                return nil
            }
            display.overlay = .prompt(
                Prompt(.password(desk.draft.isNew ? .new : .signIn)))
            return nil
        } catch {
            return error.sentence
        }
    }

    private mutating func enter(password text: String, _ step: Prompt.PasswordStep) -> String? {
        if step == .toDelete, text.isEmpty {
            display.overlay = nil
            askSignedIn { .leave($0, nil) }
            return nil
        }
        guard let password = Password(text) else {
            return (text.isEmpty ? PasswordFlaw.tooShort : .tooLong).sentence
        }
        switch step {
        case .signIn: send(.signIn(desk.draft.name, password))
        case .old:
            desk.draft.old = password
            display.overlay = .prompt(Prompt(.password(.new)))
        case .new:
            if let flaw = password.flaw(of: visit?.account?.name ?? desk.draft.name) {
                return flaw.sentence
            }
            desk.draft.new = password
            display.overlay = .prompt(Prompt(.password(.again)))
        case .again: return enterAgain(password)
        case .toDelete:
            display.overlay = nil
            askSignedIn { .leave($0, password) }
        }
        return nil
    }

    private mutating func enterAgain(_ password: Password) -> String? {
        guard password == desk.draft.new else { return AccountWords.notTheSame }
        if let account = visit?.account, let old = desk.draft.old {
            send(.changePassword(of: account.name, old, to: password))
        } else {
            send(.signUp(desk.draft.name, password))
        }
        return nil
    }

    private mutating func send(_ request: AccountRequest) {
        display.overlay = nil
        desk.draft = AccountDesk.Draft()
        noticeboard.answer(AccountPageWords.asking, at: now)
        ask(account: request)
    }
}

/// What the server answered.
extension Client {
    mutating func take(_ reply: AccountReply) {
        let (asked, next) = desk.finish()
        if let next { effects.append(.call(next)) }
        guard let asked else { return }
        switch reply {
        case .signedIn(let user, let name, let token):
            enter(
                Account(
                    server: preferences.accountServer, user: user, name: name, token: token),
                by: asked)
        case .done: confirm(asked)
        case .person(let user, let name): learn(name, of: user, asked)
        case .code(let code, let seconds):
            desk.shownCode = .init(text: code, until: now + .seconds(seconds))
            desk.pollDue = now + AccountDesk.pollPause
        case .links(let state): take(state)
        case .ticket(let ticket):
            desk.offer?.ticket = ticket
            desk.pollDue = now + AccountDesk.pollPause
            noticeboard.answer(AccountWords.waitsForYes, at: now)
        // Only commands ask for these: a program that goes on has them by its replica.
        case .games: break
        case .begun(_, let name):
            noticeboard.answer(DayGameWords.begun(with: name), .good, at: now)
        case .waiting: desk.pollDue = now + AccountDesk.pollPause
        case .refused(let refusal): take(refusal, to: asked)
        }
    }

    private mutating func enter(_ account: Account, by asked: AccountRequest) {
        desk.offer = nil
        desk.bringsChoices = asked.isSignUp
        signIn(account)
        if let name = PlayerName(cleaning: account.name), name != preferences.name {
            // The lobby has it as soon as it knows whose this connection is.
            preferences.name = name
        }
        let sentence =
            asked.isSignUp
            ? AccountWords.signedUp(account.name) : AccountWords.signedIn(account.name)
        noticeboard.answer(sentence, .good, at: now)
    }

    private mutating func confirm(_ asked: AccountRequest) {
        switch asked {
        case .changePassword: noticeboard.answer(AccountWords.passwordChanged, .good, at: now)
        case .leave:
            signOut()
            noticeboard.answer(AccountWords.deleted, at: now)
        case .removeLink(let id, _):
            let name = desk.pages.linked?.first { $0.id == id }?.name ?? ""
            desk.pages.linked?.removeAll { $0.id == id }
            noticeboard.answer(DeviceWords.removed(name), .good, at: now)
        case .answerLink(let isAllowed, _):
            desk.shownCode = nil
            desk.pages.linked = nil
            noticeboard.answer(
                isAllowed ? AccountWords.letIn : AccountWords.keptOut,
                isAllowed ? .good : .notice, at: now)
        default: break
        }
    }

    private mutating func take(_ state: LinkState) {
        desk.pages.linked = state.devices
        guard let code = desk.shownCode, code.until > now else {
            desk.shownCode = nil
            return
        }
        desk.pollDue = now + AccountDesk.pollPause
        guard let device = state.waiting, device != code.askedAbout, display.overlay == nil else {
            return
        }
        desk.shownCode?.askedAbout = device
        display.overlay = .question(Question(.letIn(device: device)))
    }

    private mutating func take(_ refusal: AccountRefusal, to asked: AccountRequest) {
        switch asked {
        case .findUser(let user, _):
            if refusal == .nobodyCalledSo { desk.learn(nil, of: user) }
            return
        // Whoever signs out is out, whatever the server thinks.
        case .signOut: return
        case .showLinks:
            if desk.shownCode != nil { desk.pollDue = now + AccountDesk.pollPause }
            guard display.screen == .devices else { return }
        case .offer, .collect: desk.offer = nil
        default: break
        }
        noticeboard.answer(refusal.sentence, .warning, at: now)
    }

    /// Asks what became of a link, while one is under way.
    mutating func pollLink() {
        guard let due = desk.pollDue, due <= now else { return }
        desk.pollDue = nil
        if let offer = desk.offer, let ticket = offer.ticket {
            guard offer.until > now else {
                desk.offer = nil
                return noticeboard.answer(AccountRefusal.linkOver.sentence, .warning, at: now)
            }
            ask(account: .collect(code: offer.code, ticket: ticket))
        } else if let code = desk.shownCode {
            guard code.until > now else { return desk.shownCode = nil }
            askSignedIn { .showLinks($0) }
        }
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
