// PlainText: the client in lines of text, and the reports of commands.
// Not here: the program behind the client (Visit), screens (Play), shared texts (Wording).
// Start with `LineClient`; then `LineWords`, `LobbyReport`, `RoundText`.

internal import Commands
package import Game
internal import Lobby
internal import Recording
internal import Records
package import SimperiumClock
package import SimperiumSync
package import Visit
internal import Wording

/// The game in lines of text: every action is a typed command, and every event a sentence. This
/// mode is for screen readers, for terminals that can only print, and for scripts.
///
/// `PlayerFrontEnd` describes the order of calls. While an earlier answer to the puzzle is loaded,
/// typed lines wait. A command about the lobby waits until the lobby is known or the connection has
/// failed, and all lines after it wait, too. After the effect `leave`, events have no effect.
///
/// Parts of the work are done by other types:
/// - all decisions: `PlayerProgram`.
/// - the sentences: `LineWords` and `Wording`.
package struct LineClient: PlayerFrontEnd {
    private(set) var program: PlayerProgram
    let numbering: SquareNumbering
    var question: LineConfirmation?
    private var heldInputs: [UserLineInput] = []
    private var lastReport: MatchReport?
    /// True if the lobby was complete after the last event. A change to true is printed.
    private var hasReportedLobby = false
    /// True if the opponent ended the last round by leaving, and the end was printed.
    private var hasReportedForfeit = false
    /// The last round of a match that ended in this program; nil before one has ended.
    private(set) var endedRound: PlayedRound?
    /// True if the user has requested the matches, and other halls are still being read.
    var awaitsMatches = false
    private var status = ExitStatus.done
    private var exitLine: String?
    private var hasLeft = false
    private var effects: [Effect] = []

    /// Creates a client. Without `visit`, the client has only a game at this terminal.
    package init(
        _ opening: StartAction, profile: PlayerProfile = PlayerProfile(),
        numbering: SquareNumbering = .page, visit: LobbyClient?, seed: UInt64
    ) {
        self.init(PlayerProgram(opening, profile: profile, visit: visit, seed: seed), numbering)
    }

    private init(_ program: PlayerProgram, _ numbering: SquareNumbering) {
        (self.program, self.numbering) = (program, numbering)
    }

    package var nextDeadline: Instant? {
        hasLeft
            ? nil : [program.nextDeadline, program.table?.nextDeadline].compactMap(\.self).min()
    }

    package var isLeaving: Bool { program.isLeaving }

    package var isPlaying: Bool { program.visit?.isInMatch == true }

    /// Replaces changed objects with equal objects of other clients in this process, so that each
    /// object is in memory only once.
    package mutating func deduplicate(with others: inout InternedObjects) {
        program.deduplicate(with: &others)
    }

    package mutating func handle(_ event: Event, at now: Instant) -> [Effect] {
        guard !hasLeft else { return [] }
        program.now = now
        switch event {
        case .program(let event):
            if event == .begin {
                greet()
                updateProgram { _ = $0.recordKeyPressOrWakeAnswer() }
            }
            if event == .wake { playBotMove() }
            updateProgram { $0.handle(event, at: now) }
        case .input(let input)
        where input != .interrupted && (!heldInputs.isEmpty || mustWait(input)):
            heldInputs.append(input)
        case .input(let input): if program.exit == nil { handle(input) }
        }
        printChangesAtTickEnd()
        while let input = heldInputs.first, !mustWait(input) {
            heldInputs.removeFirst()
            if program.exit == nil { handle(input) }
            printChangesAtTickEnd()
        }
        if case .leave? = program.finishExitIfGoodbyeOver() {
            hasLeft = true
            effects.append(.leave(status, lastLine: lastLine))
        }
        defer { effects = [] }
        return effects
    }

    private func mustWait(_ input: UserLineInput) -> Bool {
        program.isCheckingAnswer || input.needsLobby && isConnecting
    }

    /// True while the lobby is not known and no failure of the connection has been reported. A
    /// script's first lines come earlier than the server's first answer.
    private var isConnecting: Bool {
        guard let visit = program.visit, program.table == nil, program.exit == nil,
            !program.isNaming, program.waitingMatch == nil
        else { return false }
        return !visit.lobbyState.isComplete && program.reportedFailure == nil
    }

    private mutating func handle(_ input: UserLineInput) {
        if case .typed(let line) = input, updateProgram({ $0.recordKeyPressOrWakeAnswer() }) {
            switch TypedLine(line) {
            case .nothing, .word(.yes, rest: _): return
            case .word(.no, rest: _), .word(.later, rest: _): return handle(.word(.wait, rest: ""))
            default: break
            }
        }
        switch input {
        case .typed(let line) where program.isNaming: startUnderName(line)
        case .typed(let line): handle(TypedLine(line))
        case .end:
            // For a script, a program that ends without its server has failed.
            if program.table == nil, let failure = program.reportedFailure {
                status = failure.exitStatus
            }
            leaveProgram()
        case .interrupted: quitOrAskFirst()
        }
    }

    private mutating func greet() {
        say(LineWords.greeting)
        guard let table = program.table, !printEarlierPuzzleAnswer() else { return }
        say(table.introduction)
        if table.isPuzzle { say(table.match.board) }
        say(table.turnSentence)
    }

    /// Calls `change`, and returns the result. Then prints the text that `sentence` returns, if
    /// any, collects the program's effects, and prints the program's news.
    @discardableResult
    mutating func updateProgram<Value, Failure: Error>(
        saying sentence: (PlayerProgram) -> String? = { _ in nil },
        _ change: (inout PlayerProgram) throws(Failure) -> Value
    ) throws(Failure) -> Value {
        defer {
            if let sentence = sentence(program) { say(sentence) }
            for effect in program.takeEffects() { effects.append(.program(effect)) }
            for news in program.takeNews() { printNews(news) }
        }
        return try change(&program)
    }

    /// Makes a request in the lobby, and prints `confirmation` if the request is possible. The
    /// program's news contains the reason if it is not.
    mutating func ask(_ request: LobbyRequest, confirming confirmation: String? = nil) {
        let isPossible = updateProgram { $0.ask(request) }
        if isPossible, let confirmation { say(confirmation) }
    }

    mutating func say(_ line: String) {
        effects.append(.show(.say(line)))
    }

    mutating func say(_ board: Board) {
        for line in board.textLines(numbering) { say(line) }
    }

    mutating func leaveProgram() { updateProgram { $0.leaveLobby(then: .leave) } }

    private var lastLine: String? {
        let score = program.results.last.flatMap { $0.own.scoreLineAtExit(with: $0.score) }
        return exitLine ?? score ?? program.table?.resultLine
    }
}

extension LineClient {
    private mutating func printNews(_ news: ProgramNews) {
        switch news {
        case .notice(let notice): if program.exit == nil { printNotice(notice) }
        case .friendCame(let user): say(FriendWords.friendArrived(friendName(of: user)))
        case .asks(let question): printQuestion(question)
        case .started(let opening): watchOrReportObstacle(after: opening)
        case .offline(let failure): say(LineWords.offline(because: failure))
        case .tokenRefused(let reason):
            effects.append(.show(.complain(ConnectionWords.tokenRefused(because: reason))))
            status = .refused
            leaveProgram()
        case .takenOver: exitLine = SavedSeatWords.sessionTakenOver
        case .lostSeat(let opponent, let end):
            say(SavedSeatWords.matchNotResumable(opponent, because: end))
        case .account(let news): printAccountNews(news)
        case .gamesWait:
            say(
                CorrespondenceGameWords.status(
                    waiting: program.games.waiting, invitations: program.games.invitations,
                    running: program.games.running))
        case .puzzleAnswered: printEarlierPuzzleAnswer()
        case .needsAccount: sayNotSignedIn()
        case .beginsGame(let name): say(CorrespondenceGameWords.sendingInvitation(name))
        case .numbered(let name, let shown): say(LobbyWords.nameNumbered(name, as: shown))
        case .nameIsAccounts(let name): say(LobbyWords.nameIsAccounts(name.text))
        case .friendAsks(let name): say(FriendWords.requestReceivedInPlainText(name))
        case .befriended(let name): say(FriendWords.friendAdded(name))
        case .friendDeclined(let name): say(FriendWords.requestDeclined(name))
        case .gameBegun(let name, let isInvitation):
            say(
                isInvitation
                    ? CorrespondenceGameWords.invitationSent(name)
                    : CorrespondenceGameWords.gameStarted(with: name))
        case .accountRefused(let refusal, _): say(refusal.sentence)
        // The connection is reported with the number of players. The other news are replies to keys
        // that this client does not have.
        case .inSyncAgain, .adopted, .isGuest, .isYourself, .friendInvited, .unfriended,
            .blockChanged, .hasSignedIn, .passwordChanged, .accountDeleted, .deviceRemoved,
            .deviceAnswered, .waitsForDevice:
            break
        }
    }

    private mutating func printNotice(_ notice: Notice) {
        guard let visit = program.visit else { return }
        // The notice about the match's end also reports that the opponent left.
        if case .matchEnded(let name, let end) = notice, end.isOpponentsLeaving {
            effects.removeAll { $0 == .show(.say(LobbyWords.playerLeft(name))) }
        }
        let line = notice.plainTextLine(at: visit, now: program.now, numbering)
        switch notice {
        case .roundEnded(.left): hasReportedForfeit = line != nil
        case .matchBegan, .backInMatch: hasReportedForfeit = false
        case .matchEnded(_, .opponentForfeited) where hasReportedForfeit:
            return say(LineWords.backInLobby)
        default: break
        }
        if let line { say(line) }
        // Two pieces may be gone.
        if notice == .undone, let board = visit.match?.match?.board { say(board) }
    }

    private mutating func printAccountNews(_ news: AccountNews) {
        switch news {
        case .signedIn: askToResumeBotMatch()
        case .status, .signedOut: break
        case .tokenEnded(let account): say(LocalAccountCopyWords.sessionEndedNowGuest(account.name))
        case .notKept: say(LocalAccountCopyWords.changesNotSaved)
        case .refused(.result, _): say(LocalAccountCopyWords.resultRejected)
        case .refused: say(LocalAccountCopyWords.changeRejected)
        case .troubled(let reason): say(LocalAccountCopyWords.accountNotStored(because: reason))
        case .recovered: say(LocalAccountCopyWords.accountStoredAgain)
        }
    }

    private mutating func printQuestion(_ question: StartOrDeviceLinkQuestion) {
        switch question {
        case .name: say(LineWords.askName(program.profile.name?.text))
        case .goBack(let opponent): say(LineWords.askToReturn(to: opponent))
        case .continueHere(let elsewhere):
            self.question = .continueHere(elsewhere)
            say(LineWords.askToContinue(with: elsewhere.opponent, on: elsewhere.note.device))
        // Only the account's page can show codes for other devices.
        case .admit: break
        }
    }

    private mutating func watchOrReportObstacle(after opening: StartAction) {
        switch opening {
        case .challenge(let name): printWaitReason(name)
        case .watch(nil): watch("")
        case .watch: printIfNothingToWatch()
        case .lobby, .join, .table, .replay: break
        }
    }

    /// Prints the reason why a player can't be invited yet; prints nothing if the player can be
    /// invited.
    private mutating func printWaitReason(_ name: PlayerName) {
        guard let visit = program.visit, let id = visit.otherPlayer(called: name.text),
            let person = visit.lobbyState.person(id)
        else {
            return say(LineWords.waiting(for: name.text))
        }
        if !visit.isInvitable(id) {
            let doing = person.statusWords(in: visit.lobbyState, at: program.now)
            say(LineWords.waiting(for: name.text, status: doing))
        }
    }

    private mutating func printChangesAtTickEnd() {
        if program.isSettled != hasReportedLobby, program.exit == nil, let visit = program.visit {
            hasReportedLobby = program.isSettled
            if hasReportedLobby {
                say(LineWords.connected(visit.census))
                // The program searches from the start, without a command.
                if visit.player?.mode.isLooking == true, visit.own == nil {
                    say(LineWords.looking)
                }
            }
        }
        if case .continueHere = question, program.visit?.otherDeviceMatch == nil { question = nil }
        let isFree = question == nil && program.waitingMatch == nil
        updateProgram { $0.updateAfterEvent { _ in isFree } }
        printRequestedMatchesIfKnown()
        guard let visit = program.visit, program.exit == nil else { return }
        if let own = visit.own, let state = visit.match?.match,
            let round = own.endedRound(in: state)
        {
            endedRound = round
        }
        printWatchedMatch(at: visit)
    }

    private mutating func printWatchedMatch(at visit: LobbyClient) {
        let new = visit.watching.match.flatMap {
            MatchReport($0, in: visit.lobbyState, at: program.now)
        }
        guard visit.own == nil, new != lastReport else { return }
        for sentence in new?.changeSentences(since: lastReport, numbering) ?? [] { say(sentence) }
        let sayings = program.arePhrasesMuted ? [] : new?.newPhraseLines(since: lastReport) ?? []
        for sentence in sayings { say(sentence) }
        lastReport = new
    }

    func friendName(of user: String) -> String {
        program.friendName(user, program.personInLobby(of: user)) ?? FriendWords.unknownName
    }
}

package enum UserLineInput: Hashable, Codable, Sendable {
    case typed(String)
    case end
    /// The user has pressed the key that interrupts programs.
    case interrupted

    /// True for a command that needs the players or the matches of the lobby, and for the end, so
    /// that a failure of the first connection is reported.
    fileprivate var needsLobby: Bool {
        if self == .end { return true }
        guard case .typed(let line) = self, case .word(let word, rest: _) = TypedLine(line) else {
            return false
        }
        return switch word {
        case .who, .matches, .challenge, .invite, .join, .watch: true
        default: false
        }
    }
}

package enum PrintedLine: Hashable, Codable, Sendable {
    /// A line for standard output.
    case say(String)
    /// A line for standard error.
    case complain(String)
}

extension LineClient: RecordedMachine {
    package typealias Event = FrontEndEvent<UserLineInput>
    package typealias Effect = FrontEndEffect<PrintedLine>

    package struct Beginning: Hashable, Codable, Sendable {
        let program: PlayerProgram.Beginning
        let numbering: SquareNumbering

        package init(_ program: PlayerProgram.Beginning, _ numbering: SquareNumbering) {
            (self.program, self.numbering) = (program, numbering)
        }
    }

    package static let name = "lines"

    package init(_ beginning: Beginning) {
        self.init(PlayerProgram(beginning.program), beginning.numbering)
    }
}
