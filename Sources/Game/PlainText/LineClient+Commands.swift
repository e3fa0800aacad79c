internal import Commands
internal import Game
internal import Lobby
internal import SimperiumSync
internal import SimperiumWebWire
internal import Visit
internal import Wording

extension LineClient {
    /// Enters the lobby under the typed name; for an empty line, under the suggested name or as a
    /// guest. Prints the reason if the name is invalid. The lines `help` and `quit` are commands
    /// here, too.
    mutating func startUnderName(_ line: String) {
        switch TypedLine(line) {
        case .word(.quit, rest: ""): return quitOrAskFirst()
        case .word(.help, rest: ""):
            printLobbyHelp()
            return say(LineWords.askName(program.profile.name?.text))
        default: break
        }
        do throws(NameFlaw) {
            let isEmpty = line.allSatisfy(\.isWhitespace)
            let name = try isEmpty ? program.profile.name : PlayerName(line)
            updateProgram { $0.enterLobby(named: name) }
        } catch {
            say(error.sentence)
        }
    }

    mutating func handle(_ line: TypedLine) {
        if let opponent = program.waitingMatch?.keptSeat?.opponent {
            switch line {
            case .word(.yes, rest: ""): return updateProgram { $0.answerResumeQuestion(true) }
            case .word(.no, rest: ""): return updateProgram { $0.answerResumeQuestion(false) }
            case .word(.help, rest: _), .word(.quit, rest: _): break
            default: return say(LineWords.askToReturn(to: opponent))
            }
        }
        switch line {
        case .nothing: break
        case .severalSquares: say(LineWords.oneSquare)
        case .unknown(let word): say(LineCommand.complaint(about: word))
        case .square(let number):
            question = nil
            if let square = numbering.square(number) { place(square) }
        case .word(.help, let name) where !name.isEmpty: printHelp(about: name)
        case .word(let word, let rest) where !rest.isEmpty && !word.takesOperand:
            say(word.aloneSentence(in: helpPlace))
        case .word(let word, let rest):
            let asked = question.take()
            program.table == nil
                ? handleLobbyCommand(word, rest, asked: asked) : handleLocalGameCommand(word, asked)
        }
    }

    /// Ends the program. If the user would lose a round, asks first; a second call in a row ends
    /// the program. `asked` is the question that was open before the command `quit`; nil if there
    /// was none.
    mutating func quitOrAskFirst(asked: LineConfirmation? = nil) {
        if asked == .quit || question == .quit || !askBeforeForfeiting(.quit) { leaveProgram() }
    }

    private mutating func answerYes(to asked: LineConfirmation?) {
        switch asked {
        case .resign: ask(.act(.resign))
        case .leave(let mode): reportAllowedInvitations { $0.ask(.leaveMatch(mode)) }
        case .quit: leaveProgram()
        case .continueHere(let elsewhere): updateProgram { $0.startTakeover(of: elsewhere) }
        case .resumeBotMatch, nil: acceptInvitationOrOffer()
        }
    }

    private mutating func place(_ square: Square) {
        guard program.table == nil else { return placeInLocalGame(square) }
        let before = program.visit?.match?.match?.board
        let numbering = numbering
        func ownMoveSentence(_ program: PlayerProgram) -> String? {
            guard let own = program.visit?.own, let match = program.visit?.match?.match,
                match.board != before
            else { return nil }
            let remark = program.isOffline ? LineWords.unsent : ""
            return own.ownMoveSentence(about: square, in: match, numbering) + remark
        }
        updateProgram(saying: ownMoveSentence) { $0.ask(.act(.play(square))) }
    }

    private mutating func handleLobbyCommand(
        _ word: LineCommand, _ rest: String, asked: LineConfirmation?
    ) {
        switch word {
        case .board: printBoard()
        case .who: printPeople()
        case .matches: requestOrPrintMatches()
        case .challenge: challenge(rest)
        case .invite: reportAllowedInvitations { $0.createInvitationCode() }
        case .join: joinByCode(rest)
        case .look: reportAllowedInvitations { $0.setSearchMode(.auto, LineWords.looking) }
        case .wait: setSearchMode(.open, LineWords.openToChallenges)
        case .clock: setOrProposeClock(rest)
        case .target: setOrProposeSeriesTarget(rest)
        case .say: sayPhrase(rest)
        case .mute: toggleMute()
        case .later: answerInvitationOrTurnOff(.later)
        case .busy: answerInvitationOrTurnOff(.doNotDisturb)
        case .withdraw: withdrawOfferInvitationOrCode()
        case .claim: ask(.act(.claim))
        case .watch: watch(rest)
        case .name: changeName(rest)
        case .account, .friends, .stats: handleAccountCommand(word, rest)
        case .games: handleGamesCommand(rest)
        case .resign: askToResign()
        case .draw: offerOrAcceptDraw()
        case .yes: answerYes(to: asked)
        case .no: asked == nil ? declineInvitationOrOffer() : say(LineWords.nothingChanged)
        case .rematch: offerOrAcceptRematch()
        case .replay: printFinishedRound()
        case .undo: requestOrAllowUndo()
        case .notes: say(MoveJudgementWords.onlyInLocalGame)
        case .next: reportAllowedInvitations { $0.leaveMatchOrAskFirst(.auto) }
        case .leave:
            program.visit?.own == nil ? ask(.watch(.nothing)) : leaveMatchOrAskFirst(.open)
        case .retry: retryConnection()
        case .help: printLobbyHelp()
        case .quit: quitOrAskFirst(asked: asked)
        }
    }

    private mutating func printLobbyHelp() {
        LineCommand.help(LineCommand.allCases, in: helpPlace).forEach { say($0) }
    }

    /// Prints the line of one command in the help.
    private mutating func printHelp(about name: String) {
        guard let command = LineCommand(typed: name.lowercased()) else {
            return say(LineCommand.complaint(about: name))
        }
        say(command.helpLine(in: helpPlace))
    }

    private var helpPlace: LineCommand.HelpPlace {
        program.table != nil ? .localGame : isOverSSH ? .lobbyOverSSH : .lobby
    }

    private mutating func withdrawOfferInvitationOrCode() {
        guard let own = program.visit?.own,
            let offer = program.visit?.match?.record?.openOffer(by: own.piece)
        else { return withdrawInvitationOrCode() }
        declineOrWithdraw(offer, as: own.piece)
    }

    /// Withdraws the user's invitation; if there is none, ends the user's invite code.
    private mutating func withdrawInvitationOrCode() {
        guard let visit = program.visit, visit.own == nil, visit.challenge == nil,
            visit.invitations.asking == nil, visit.player?.code != nil
        else { return ask(.withdrawChallenge) }
        ask(.look(.open), confirming: LineWords.codeEnded)
    }

    /// Declines the opponent's offer, or withdraws the user's own offer.
    private mutating func declineOrWithdraw(_ offer: InMatchOffer, as piece: Piece) {
        ask(
            .act(offer.declineOrWithdraw(by: piece)),
            confirming: offer.side == piece
                ? DrawAndRematchWords.offerWithdrawn : LineWords.offerDeclined)
    }

    private mutating func leaveMatchOrAskFirst(_ mode: MatchmakingMode) {
        if !askBeforeForfeiting(.leave(mode)) { ask(.leaveMatch(mode)) }
    }

    /// Asks the user and returns true, if the user would lose a round by leaving now. Otherwise
    /// returns false.
    private mutating func askBeforeForfeiting(_ question: LineConfirmation) -> Bool {
        guard let end = program.visit?.matchEndIfLeaving(at: program.now), end == .forfeited else {
            return false
        }
        self.question = question
        say(LineWords.confirmLeaving(LeaveMatchWords.consequence(end)))
        return true
    }

    /// Answers the first invitation. Without an invitation, `doNotDisturb` turns invitations off,
    /// and other answers print that there is none.
    private mutating func answerInvitationOrTurnOff(_ answer: LobbyRequest.InvitationAnswer) {
        if updateProgram({ $0.answerFirstInvitation(answer) }) { return }
        guard answer == .doNotDisturb else { return say(LineWords.noInvitation) }
        setSearchMode(.busy, LineWords.undisturbed)
    }

    /// Runs a command that may start a search or create a code. If the user wanted no invitations
    /// before, reports that this is over.
    private mutating func reportAllowedInvitations(_ command: (inout LineClient) -> Void) {
        let wasUndisturbed = program.visit?.invitations.isUndisturbed == true
        command(&self)
        guard wasUndisturbed, program.visit?.invitations.isUndisturbed == false else { return }
        say(LobbyWords.invitationsAllowed)
    }

    private mutating func retryConnection() {
        say(program.isOffline ? LineWords.tryingNow : LineWords.isConnected)
        if program.isOffline { updateProgram { $0.reconnectOrCheckConnection() } }
    }

    mutating func watch(_ name: String) {
        guard requireLobbyState() != nil else { return }
        name.isEmpty ? ask(.watch(.anything)) : updateProgram { $0.watchByKeyOrName(name) }
        printIfNothingToWatch()
    }

    mutating func printIfNothingToWatch() {
        guard let watching = program.visit?.watching, watching.choice != .nothing,
            watching.match == nil
        else { return }
        say(SpectatorSentences.none)
    }

    private mutating func challenge(_ name: String) {
        guard !name.isEmpty else { return say(LineWords.whichPlayer) }
        guard requireLobbyState() != nil else { return }
        guard let person = program.visit?.otherPlayer(called: name) else {
            return say(LobbyWords.noPlayer(called: name))
        }
        ask(.challenge(person))
    }

    private mutating func createInvitationCode() {
        guard updateProgram({ $0.ask(.invite) }), let code = program.visit?.invitation else {
            return
        }
        let server = program.profile.server
        let isUsual = server.isEmpty || server == "ws://\(ListenEndpoint.localDefault)"
        say(
            isOverSSH
                ? LineWords.guestInviteCode(code)
                : LineWords.inviteCode(code, at: isUsual ? nil : server))
        if !isOverSSH, (try? WebSocketAddress(server))?.isLoopback == true {
            say(LineWords.onlyHere)
        }
    }

    private mutating func joinByCode(_ text: String) {
        guard let code = JoinCodeWithHall(text) else { return say(JoinCode.ruleSentence) }
        updateProgram { $0.joinFriend(by: code) }
    }

    private mutating func setSearchMode(_ mode: MatchmakingMode, _ sentence: String) {
        guard program.visit?.own == nil else {
            return say(RequestObstacle.alreadyPlaying.reasonAndNextStep(about: ""))
        }
        ask(.look(mode), confirming: sentence)
    }

    private mutating func changeName(_ text: String) {
        if let name = program.accountName { return say(LobbyWords.nameIsAccounts(name.text)) }
        do throws(NameFlaw) {
            let name = try PlayerName(text)
            updateProgram { $0.rename(name) }
            say(LobbyWords.nowNamed(text))
        } catch {
            say(error.sentence)
        }
    }

    private mutating func askToResign() {
        guard program.isInRound else { return say(LineWords.nothingToResign) }
        question = .resign
        say(LineWords.confirmResigning())
    }

    private mutating func offerOrAcceptDraw() {
        guard let own = program.visit?.own, let state = program.visit?.match?.match else {
            return say(RequestObstacle.noMatch.reasonAndNextStep(about: ""))
        }
        if state.drawOffers.contains(own.piece.opponent) {
            return ask(.act(.acceptDraw))
        }
        ask(.act(.offerDraw), confirming: LineWords.offersDraw)
    }

    private mutating func offerOrAcceptRematch() {
        ask(.act(.rematch))
        guard let own = program.visit?.own, let record = program.visit?.match?.record,
            record.wantsRematch == [own.piece]
        else { return }
        let terms = MatchTermsWords.rematchSuffix(of: record, by: own.piece)
        say(
            record.agreedTerms == nil
                ? LineWords.offersRematch(to: own.opponentName, terms: terms)
                : LineWords.acceptsProposal(of: own.opponentName))
    }

    private mutating func requestOrAllowUndo() {
        guard let own = program.visit?.own, let record = program.visit?.match?.record else {
            return say(RequestObstacle.noMatch.reasonAndNextStep(about: ""))
        }
        if record.openUndoRequest(of: own.piece.opponent) != nil {
            return ask(.act(.allowUndo))
        }
        guard let squares = own.undoableMoves(from: own.piece, in: record.match) else {
            return say(MatchActionRefusal.nothingToTakeBack.sentence)
        }
        ask(.act(.askUndo(squares)), confirming: UndoWords.requestSentInPlainText)
    }

    private mutating func acceptInvitationOrOffer() {
        if updateProgram({ $0.answerFirstInvitation(.play) }) { return }
        guard let own = program.visit?.own, let record = program.visit?.match?.record else {
            return say(LineWords.nothingAsked)
        }
        guard record.match.outcome == nil else { return offerOrAcceptRematch() }
        guard let offer = record.openOffer(by: own.piece.opponent) else {
            return say(LineWords.nothingAsked)
        }
        ask(.act(offer.acceptance))
    }

    /// Declines another player's invitation, request or offer. If there is none, withdraws the
    /// user's own offer. The other player's offer comes first, because the program has printed a
    /// question about it. After a round without offers, declines a rematch in advance.
    private mutating func declineInvitationOrOffer() {
        if updateProgram({ $0.answerFirstInvitation(.no) }) { return }
        guard let own = program.visit?.own, let record = program.visit?.match?.record else {
            return say(LineWords.nothingAsked)
        }
        if let offer = record.openOffer(by: own.piece.opponent) ?? record.openOffer(by: own.piece) {
            return declineOrWithdraw(offer, as: own.piece)
        }
        guard record.match.outcome != nil else { return say(LineWords.nothingAsked) }
        ask(.act(.declineRematch), confirming: DrawAndRematchWords.rematchDeclined)
    }
}

extension LineClient {
    private mutating func sayPhrase(_ text: String) {
        guard let phrase = Phrase(typed: text) else { return say(ChatPhraseWords.phraseChoices) }
        ask(.act(.say(phrase)), confirming: ChatPhraseWords.ownPlainTextLine(phrase))
    }

    private mutating func toggleMute() {
        say(
            updateProgram { $0.toggleMuteOfAllPhrases() }
                ? ChatPhraseWords.muted : ChatPhraseWords.unmuted)
    }

    private mutating func setOrProposeClock(_ text: String) {
        guard let clock = ClockChoice(typed: text) else { return say(ClockWords.unknownClock) }
        guard isRoundOver else {
            let isChosen = updateProgram { $0.setClock(clock) }
            return say(isChosen ? ClockWords.newMatchClock(clock) : ClockWords.clocksNotSupported)
        }
        switch clock {
        case .auto: say(ClockWords.invalidProposal)
        case .off: proposeTerms { $0.limit = nil }
        case .limit(let limit): proposeTerms { $0.limit = limit }
        }
    }

    private mutating func setOrProposeSeriesTarget(_ text: String) {
        let target = Int(text).flatMap(SeriesTarget.init)
        guard text == ClockWords.noneCommand || target.map(SeriesTarget.offered.contains) == true
        else { return say(MatchTermsWords.unknownTarget) }
        guard isRoundOver else {
            let isChosen = updateProgram { $0.setSeriesTarget(target) }
            return say(
                isChosen
                    ? MatchTermsWords.newMatchSeries(target) : MatchTermsWords.seriesNotSupported)
        }
        proposeTerms { $0.target = target }
    }

    /// True if the round of the user's match is over, so that the user can propose terms for the
    /// next round.
    private var isRoundOver: Bool { program.visit?.match?.match?.outcome != nil }

    private mutating func proposeTerms(_ terms: (inout MatchTerms) -> Void) {
        guard let visit = program.visit, let piece = visit.own?.piece,
            let before = visit.match?.record
        else { return }
        if let wanted = updateProgram({ $0.proposeTermsForNextRound(terms) }) {
            say(MatchTermsWords.ownProposal(wanted, insteadOf: before.terms))
        } else if before.proposedTerms(of: piece) != nil,
            program.visit?.match?.record?.proposedTerms(of: piece) == nil
        {
            say(DrawAndRematchWords.offerWithdrawn)
        }
    }
}

/// The meaning of a typed line.
enum TypedLine: Hashable {
    case square(Int)
    case word(LineCommand, rest: String)
    /// A square's number with more text behind it. The user must type one square at a time.
    case severalSquares
    case nothing
    case unknown(String)

    init(_ line: String) {
        let words = line.split(separator: " ", maxSplits: 1)
        guard let first = words.first else {
            self = .nothing
            return
        }
        let rest = words.count > 1 ? words[1].split(separator: " ").joined(separator: " ") : ""
        if let number = Int(first), (1...Board.squareCount).contains(number) {
            self = rest.isEmpty ? .square(number) : .severalSquares
        } else if let word = LineCommand(typed: first.lowercased()) {
            self = .word(word, rest: rest)
        } else {
            self = .unknown(String(first))
        }
    }
}

/// A question before an action. `yes` confirms the action, and a second `quit` confirms quitting.
/// Any other command declines.
enum LineConfirmation: Hashable, Sendable {
    case resign
    /// The question before leaving the match. The mode applies after the user has left.
    case leave(MatchmakingMode)
    case quit
    case continueHere(OtherDeviceMatch)
    case resumeBotMatch
}
