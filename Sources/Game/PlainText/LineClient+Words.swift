internal import Commands
internal import Game
internal import Lobby
internal import SimperiumSync
internal import SimperiumWire
internal import Visit
internal import Wording

/// What the client does with what somebody types.
extension LineClient {
    mutating func take(_ line: TypedLine) {
        if let waiting = waiting.take() {
            let goesBack = line == .word(.yes, rest: "")
            goBack(to: goesBack ? waiting : nil)
            if goesBack || line == .word(.no, rest: "") { return }
        }
        switch line {
        case .nothing: break
        case .unknown(let word): say(TypedLine.complaint(about: word))
        case .square(let number):
            question = nil
            if let square = numbering.square(number) { place(square) }
        case .word(let word, let rest):
            let asked = question.take()
            table == nil ? takeInLobby(word, rest, asked: asked) : takeAtTable(word, asked)
        }
    }

    /// Goes on with the match that waits, or leaves it to another start and begins.
    private mutating func goBack(to waiting: LobbyClient.Beginning?) {
        if let waiting {
            visit = LobbyClient(waiting, insteadOf: visit)
            nameDevice()
            purpose = Purpose(.lobby)
        } else {
            effects.append(.leaveSeat)
        }
        enter()
    }

    /// Ends the program, after a question if that costs a round.
    mutating func quit() {
        if question == .quit || !isCostly(.quit) { leave(.done) }
    }

    /// Says yes to what was asked here, or else to whatever somebody wants.
    private mutating func agree(to asked: LineQuestion?) {
        switch asked {
        case .resign: ask(.act(.resign))
        case .leave(let mode): ask(.leaveMatch(mode))
        case .quit: leave(.done)
        case .goOnHere(let place): pass(.goOnHere(place))
        case .goOnWithBot, nil: agree()
        }
    }

    private mutating func place(_ square: Square) {
        guard table == nil else { return placeAtTable(square) }
        let before = visit?.session.match?.match?.board
        let position = effects.count
        ask(.act(.play(square)))
        guard let own = visit?.session.own, let match = visit?.session.match?.match,
            match.board != before
        else { return }
        // Before the news that it caused.
        let remark = isOffline ? LineWords.unsent : ""
        effects.insert(
            .say(own.sentence(aboutOwn: square, in: match, numbering) + remark), at: position)
    }

    private var isOffline: Bool {
        guard let visit, case .offline = visit.status else { return false }
        return true
    }

    private mutating func takeInLobby(
        _ word: LineWord, _ rest: String, asked: LineQuestion?
    ) {
        switch word {
        case .board: tellBoard()
        case .who: tellPeople()
        case .matches: askForMatches()
        case .challenge: find(rest) { .challenge($0) }
        case .invite: invite()
        case .join: join(rest)
        case .look: look(.auto, LineWords.looking)
        case .wait: look(.open, LineWords.openToChallenges)
        case .clock: chooseClock(rest)
        case .target: chooseTarget(rest)
        case .say: sayPhrase(rest)
        case .mute: toggleMute()
        case .later: reply(.later)
        case .busy: reply(.doNotDisturb)
        case .withdraw: ask(.withdrawChallenge)
        case .claim: ask(.act(.claim))
        case .watch: watch(rest)
        case .name: rename(rest)
        case .account, .friends, .stats: tellAccount(word, rest)
        case .games: takeGames(rest)
        case .resign: askToResign()
        case .draw: offerDraw()
        case .yes: agree(to: asked)
        case .no: if asked == nil { decline() }
        case .rematch: ask(.act(.rematch))
        case .replay: tellRound()
        case .undo, .notes: say(NoteWords.onlyAtTable)
        case .next: leaveMatch(.auto)
        case .leave: visit?.session.own == nil ? ask(.watch(.nothing)) : leaveMatch(.open)
        case .retry: retry()
        case .help: LineWord.help(LineWord.allCases).forEach { say($0) }
        case .quit: quit()
        }
    }

    private mutating func leaveMatch(_ mode: PlayerMode) {
        if !isCostly(.leave(mode)) { ask(.leaveMatch(mode)) }
    }

    /// Asks first if it costs a round.
    private mutating func isCostly(_ question: LineQuestion) -> Bool {
        guard let end = visit?.session.endByLeaving(at: now), end == .forfeited else {
            return false
        }
        self.question = question
        say(LineWords.asksToLeave(LeavingWords.consequence(end)))
        return true
    }

    /// Answers who asks for a match, if anybody does.
    private mutating func reply(_ answer: Request.Answer) {
        if let next = visit?.session.invitations.next, visit?.session.own == nil {
            return ask(.answer(next.from, answer))
        }
        guard answer == .doNotDisturb else { return say(LineWords.noInvitation) }
        look(.busy, LineWords.undisturbed)
    }

    /// Dials now, if there is no line.
    private mutating func retry() {
        say(isOffline ? LineWords.tryingNow : LineWords.isConnected)
        if isOffline { pass(.networkChanged) }
    }

    private mutating func tellBoard() {
        guard let session = visit?.session else { return }
        if let own = session.own, let match = session.match {
            match.match?.board.lines(numbering).forEach { say($0) }
            say(own.turnSentence(in: match))
        } else if let key = session.watching.match, let match = session.lobbyState[key]?.match {
            match.board.lines(numbering).forEach { say($0) }
        } else {
            say(RequestObstacle.noMatch.sentence(about: ""))
        }
    }

    /// Whoever and whatever is here; says so if that is not known.
    mutating func lobbyStateInSync() -> LobbyState? {
        guard let lobbyState = visit?.session.lobbyState, lobbyState.isComplete else {
            say(RequestObstacle.notConnected.sentence(about: ""))
            return nil
        }
        return lobbyState
    }

    mutating func watch(_ name: String) {
        guard let lobbyState = lobbyStateInSync() else { return }
        if name.isEmpty {
            ask(.watch(.anything))
        } else if let key = ObjectKey(name), lobbyState[key] != nil {
            ask(.watch(.match(key)))
        } else if let person = visit?.session.other(called: name) {
            ask(.watch(.person(person)))
        } else {
            pass(.seek(.toWatch(name)))
        }
        guard let watching = visit?.session.watching, watching.choice != .nothing,
            watching.match == nil
        else {
            return
        }
        say(MatchNews.none)
    }

    private mutating func find(_ name: String, _ request: (PlayerID) -> Request) {
        guard !name.isEmpty else { return say(LineWords.whom) }
        guard lobbyStateInSync() != nil else { return }
        guard let person = visit?.session.other(called: name) else {
            return say(LobbyWords.nobodyCalled(name))
        }
        ask(request(person))
    }

    private mutating func invite() {
        ask(.invite)
        guard let code = visit?.invitation else { return }
        say(LineWords.code(code))
    }

    private mutating func join(_ text: String) {
        guard let code = InvitationCode(text) else { return say(JoinCode.ruleSentence) }
        pass(.seek(.code(code)))
    }

    private mutating func look(_ mode: PlayerMode, _ sentence: String) {
        guard visit?.session.own == nil else {
            return say(RequestObstacle.alreadyPlaying.sentence(about: ""))
        }
        ask(.look(mode))
        say(sentence)
    }

    private mutating func chooseClock(_ text: String) {
        let limit = Int(text).flatMap(MoveLimit.init)
        guard let limit else {
            guard text == ClockWords.noneTyped else { return say(ClockWords.unknown) }
            return choose(nil)
        }
        MoveLimit.offered.contains(limit) ? choose(limit) : say(ClockWords.unknown)
    }

    private mutating func choose(_ limit: MoveLimit?) {
        guard visit?.session.lobbyState.hasAsking == true else { return say(ClockWords.noClocks) }
        if isRoundOver { return want { $0.limit = limit } }
        person.terms.limit = limit
        ask(.limit(limit))
        say(ClockWords.chosen(limit))
    }

    private mutating func rename(_ text: String) {
        do throws(NameFlaw) {
            let name = try PlayerName(text)
            person.name = name
            rememberName()
            ask(.rename(name))
            say(LobbyWords.renamed(text))
        } catch {
            say(error.sentence)
        }
    }

    private mutating func askToResign() {
        guard visit?.session.own != nil, visit?.session.match?.match?.outcome == nil else {
            return say(LineWords.nothingToResign)
        }
        question = .resign
        say(LineWords.asksToResign)
    }

    private mutating func offerDraw() {
        guard let own = visit?.session.own, let state = visit?.session.match?.match else {
            return say(RequestObstacle.noMatch.sentence(about: ""))
        }
        if state.drawOffers.contains(own.piece.opponent) { return ask(.act(.acceptDraw)) }
        ask(.act(.offerDraw))
        if visit?.session.match?.match?.drawOffers.contains(own.piece) == true {
            say(LineWords.offersDraw)
        }
    }

    /// Says yes to whatever somebody else wants.
    private mutating func agree() {
        if visit?.session.invitations.next != nil { return reply(.play) }
        guard let state = visit?.session.match?.match else {
            return say(LineWords.nothingAsked)
        }
        ask(.act(state.outcome == nil ? .acceptDraw : .rematch))
    }

    private mutating func decline() {
        if visit?.session.invitations.next != nil { return reply(.no) }
        guard let state = visit?.session.match?.match else {
            return say(LineWords.nothingAsked)
        }
        ask(.act(state.outcome == nil ? .declineDraw : .declineRematch))
    }
}

/// What somebody typed.
enum TypedLine: Hashable {
    case square(Int)
    case word(LineWord, rest: String)
    case nothing
    case unknown(String)

    init(_ line: String) {
        let words = line.split(separator: " ", maxSplits: 1)
        guard let first = words.first else {
            self = .nothing
            return
        }
        let rest = words.count > 1 ? words[1].split(separator: " ").joined(separator: " ") : ""
        if let number = Int(first), (1...Board.squareCount).contains(number), rest.isEmpty {
            self = .square(number)
        } else if let word = LineWord(typed: first.lowercased()) {
            self = .word(word, rest: rest)
        } else {
            self = .unknown(String(first))
        }
    }

    /// What is said to somebody who typed what there is not.
    static func complaint(about word: String) -> String {
        let nearest = LineWord.allCases.map(\.rawValue).nearest(to: word.lowercased())
        return LineWord.complaint(about: word, nearest: nearest)
    }
}

/// What somebody is asked before it is done: any word but yes is a no.
enum LineQuestion: Hashable, Sendable {
    case resign
    /// To be found like this from then on.
    case leave(PlayerMode)
    case quit
    /// With what is played on another device.
    case goOnHere(Elsewhere)
    /// With the match against a bot that was left.
    case goOnWithBot
}
