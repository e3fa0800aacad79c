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

/// The program's news as notices on the screen.
extension GameContext {
    mutating func show(_ news: ProgramNews) {
        switch news {
        case .notice(let notice): showNotice(notice)
        case .friendCame(let user):
            postNews(FriendWords.friendArrived(friendName(user)), .good, isSilent: isAtBoard)
        case .asks(let question): showQuestion(question)
        // The screen shows the result.
        case .started, .puzzleAnswered: break
        case .offline(let failure):
            postNews(fitting(failure.sentence, failure.fewWords), .warning)
        case .inSyncAgain:
            // If a round ended while the program was offline, its result is more important.
            let isOver = currentScreen == .match && program.visit?.match?.match?.outcome != nil
            postNews(ConnectionWords.inSyncAgain, .good, isSilent: isOver)
        case .tokenRefused: postNews(ConnectionWords.tokenRefused, .danger, .important)
        case .takenOver: exitLine = SavedSeatWords.sessionTakenOver
        case .lostSeat(let opponent, let end):
            postNews(SavedSeatWords.matchNotResumable(opponent, because: end), .warning, .important)
        case .account(let news): showAccountNews(news)
        case .adopted(let name, let value): applySetting(name, value)
        case .numbered(let name, let shown): postNews(LobbyWords.nameNumbered(name, as: shown))
        case .nameIsAccounts(let name): postNews(LobbyWords.nameIsAccounts(name.text))
        case .gamesWait: notifyOfWaitingGames()
        case .friendAsks(let name):
            postNews(
                FriendWords.requestReceived(name, key: keyNameIfOffered(.open(.friends))), .good,
                isSilent: isAtBoard)
        case .needsAccount: replyAccountIsNeeded()
        case .isGuest(let name): reply(FriendWords.guestNeedsAccount(name))
        case .isYourself: reply(RequestObstacle.yourself.reasonAndNextStep(about: ""))
        case .befriended(let name): reply(FriendWords.friendAdded(name), .good)
        case .friendInvited(let name): reply(FriendWords.requestSent(name), .good)
        case .friendDeclined(let name): reply(FriendWords.requestDeclined(name))
        case .unfriended(let name): reply(FriendWords.friendRemoved(name))
        case .blockChanged(let name, let isBlocked):
            reply(FriendWords.blockChanged(name, isBlocked))
        case .beginsGame(let name): reply(CorrespondenceGameWords.sendingInvitation(name))
        case .gameBegun(let name, let isInvitation):
            reply(
                isInvitation
                    ? CorrespondenceGameWords.invitationSent(name)
                    : CorrespondenceGameWords.gameStarted(with: name), .good)
        case .hasSignedIn(let name, let isNew):
            sentForm = nil
            reply(isNew ? AccountWords.signedUp(name) : AccountWords.signedIn(name), .good)
        case .passwordChanged: reply(AccountWords.passwordChanged, .good)
        case .accountDeleted: reply(AccountWords.accountDeleted)
        case .deviceRemoved(let device):
            reply(
                NameAndQuestionWords.deviceRemoved(
                    AccountWords.deviceNameOrPlaceholder(device?.name ?? "")), .good)
            // A linked device is a session, too.
            updateProgram { $0.requestDeviceList() }
        case .deviceAnswered(let isAllowed):
            reply(
                isAllowed ? AccountWords.linkAllowed : AccountWords.linkRefused,
                isAllowed ? .good : .notice)
        case .waitsForDevice:
            sentForm = nil
            reply(AccountWords.approveOnOtherDevice)
        case .accountRefused(let refusal, let request): showRefusal(refusal, of: request)
        }
    }

    /// Shows the reason for a refusal. If the request came from a form that opens again, and the
    /// player has not left the account page or opened anything else, shows the reason in that form;
    /// otherwise as a notice. A password can't be corrected in such a form.
    private mutating func showRefusal(_ refusal: AccountRefusal, of request: AccountRequest) {
        guard let sent = sentForm, sent.request == request else {
            return reply(refusal.sentence, .warning)
        }
        sentForm = nil
        guard !refusal.isOfPassword, overlay == nil, helpPage == nil, currentScreen == .account
        else { return reply(refusal.sentence, .warning) }
        clearNoticeUnlessUnseenImportant()
        overlay = sent.form.showing(refusal.sentence)
    }

    private mutating func showNotice(_ notice: Notice) {
        if notice.rings { alertPlayer() }
        guard let visit = program.visit,
            var text = notice.sentenceUnlessShown(
                at: visit, now: program.now, keys: preferences.keymap.namedKeys)
        else { return }
        var isSilent = isAtBoard && notice.rank == .minor
        switch notice {
        // The form for a code shows the refusal itself. So this code is from the command line, or
        // of another hall, and no key is answered.
        case .refused(.unknownCode): break
        case .refused: return reply(text, notice.style)
        case .said: isSilent = true
        // In a full window, the headline shows the same result, and the hint shows the next step.
        case .roundEnded(.won), .roundEnded(.drawn):
            isSilent = currentScreen == .match && ScreenSizeClass(size) == .full
            if isSilent { clearNoticeUnlessUnseenImportant() }
        // The notice about the match's end also reports that the opponent left. The round's end may
        // have been reported with the same text, and with the result of the series.
        case .matchEnded(let name, let end):
            if currentScreen == .replay { text = end.sentence(about: name, isInLobby: false) }
            if end.isOpponentsLeaving {
                noticeboard.removeLast { $0 == LobbyWords.playerLeft(name) }
                text = noticeboard.removeLast { $0.hasPrefix(text) } ?? text
            }
        default: break
        }
        postNews(text, notice.style, notice.rank, isSilent: isSilent)
    }

    private mutating func showAccountNews(_ news: AccountNews) {
        switch news {
        case .signedIn, .status: break
        case .tokenEnded(let account):
            postNews(LocalAccountCopyWords.sessionEndedNowGuest(account.name), .warning, .important)
        case .signedOut:
            let guest = program.profile.name?.text ?? LobbyWords.guest
            reply(
                fitting(
                    NameAndQuestionWords.signedOut(guest: guest),
                    NameAndQuestionWords.fewSignedOut(guest: guest)))
        case .notKept: reply(LocalAccountCopyWords.changesNotSaved, .warning)
        case .refused(.result, _):
            postNews(LocalAccountCopyWords.resultRejected, .warning, .important)
        case .refused: postNews(LocalAccountCopyWords.changeRejected, .warning)
        case .troubled(let reason):
            postNews(LocalAccountCopyWords.accountNotStored(because: reason), .danger, .important)
        case .recovered: postNews(LocalAccountCopyWords.accountStoredAgain, .good, .important)
        }
    }

    private mutating func notifyOfWaitingGames() {
        if !isAtBoard { alertPlayer() }
        guard currentScreen != .correspondenceGames, currentScreen != .correspondenceGame else {
            return
        }
        let games = program.games
        let invitation = program.correspondenceGames.rows.first { $0.state == .invitation }
        let sentence = CorrespondenceGameWords.waitingNotice(
            games.waiting, invitations: games.invitations,
            from: invitation.map { opponentName(of: $0) } ?? FriendWords.unknownName,
            key: keyNameIfOffered(.nextGame))
        postNews(sentence, .good, isSilent: isAtBoard)
    }

    /// Returns the name of an action's key. Returns nil if the current screen does not offer the
    /// action, or if an overlay gets the keys.
    private func keyNameIfOffered(_ intent: Intent) -> String? {
        guard overlay == nil else { return nil }
        let isOffered = currentScreen.screenType.actionTable.rows.contains {
            $0.has(intent) && $0.resolved(in: self)?.isOffered == true
        }
        return isOffered ? keyName(intent) : nil
    }

    private mutating func applySetting(_ name: SettingName, _ value: JSON) {
        guard let setting = SettingField.all.first(where: { $0.name == name }) else { return }
        if setting.adoptAndReportChange(value, &preferences) { setting.apply(&self) }
    }
}

extension AccountRefusal {
    /// True if another name would be refused, too, because the password has a flaw of its own.
    fileprivate var isOfPassword: Bool {
        switch self {
        case .flawed(.tooShort), .flawed(.tooLong), .flawed(.controls): true
        default: false
        }
    }
}

extension GameContext {
    private mutating func showQuestion(_ question: StartOrDeviceLinkQuestion) {
        switch question {
        case .name: askNameAtStart()
        case .goBack(let opponent):
            overlay = Question(
                { _ in NameAndQuestionWords.goBack(to: opponent) }, isYesChosen: true,
                no: { game in game.updateProgram { $0.answerResumeQuestion(false) } }
            ) { game in
                game.currentScreen = .lobby
                game.updateProgram { $0.answerResumeQuestion(true) }
            }
        case .continueHere(let elsewhere):
            overlay = Question(
                { _ in
                    NameAndQuestionWords.continueHere(
                        with: elsewhere.opponent, on: elsewhere.note.device)
                },
                isYesChosen: true, while: { $0.visit?.otherDeviceMatch != nil },
                no: {
                    $0.reply(NameAndQuestionWords.continueLater($0.keyName(.open(.continueHere))))
                }
            ) { game in game.updateProgram { $0.startTakeover(of: elsewhere) } }
        case .admit(let device):
            overlay = Question(
                { _ in NameAndQuestionWords.letIn(device) },
                while: { $0.account.shownCode?.waiting == device },
                no: { game in game.updateProgram { $0.answerLinkRequest(false) } }
            ) { game in game.updateProgram { $0.answerLinkRequest(true) } }
        }
    }

    private mutating func askNameAtStart() {
        overlay = TextPrompt(
            NameAndQuestionWords.firstName, .firstName, name: program.profile.name
        ) { name, game in
            game.updateProgram { $0.enterLobby(named: name) }
        }
    }

    mutating func askNewName() {
        if let name = program.accountName { return reply(LobbyWords.nameIsAccounts(name.text)) }
        overlay = TextPrompt(NameAndQuestionWords.name, .ownName, name: program.profile.name) {
            name, game in
            game.reply(LobbyWords.nowNamed(name.text), .good)
            game.updateProgram { $0.rename(name) }
        }
    }
}

private enum NameAndQuestionWords {
    static let name = (
        "Your name", "Letters and digits of any script, - _ . ' and single spaces."
    )
    static let firstName = (
        "Welcome. What's your name?",
        "Enter to continue, Ctrl-C to quit. You can change it later."
    )

    static func deviceRemoved(_ name: String) -> String { "\(name) was removed." }

    static func signedOut(guest name: String) -> String {
        "Signed out. Your data was removed here. You are now a guest called \(name)."
    }

    static func fewSignedOut(guest name: String) -> String {
        "Signed out. You are now a guest called \(name)."
    }

    static func letIn(_ device: ForeignText) -> QuestionWords {
        QuestionWords("Allow \(device) to sign in?", no: "refuse", yes: "allow")
    }

    static func goBack(to opponent: String) -> QuestionWords {
        QuestionWords(SavedSeatWords.matchStillWaits(for: opponent), no: "not now", yes: "go back")
    }

    static func continueLater(_ key: String) -> String {
        "\(key) in the lobby continues your match here."
    }

    static func continueHere(with opponent: String, on device: ForeignText) -> QuestionWords {
        QuestionWords(
            SavedSeatWords.playingOnOtherDevice(opponent, on: device), no: "not now",
            yes: "continue here")
    }
}
