internal import Commands
package import Game
package import Lobby
internal import Recording
internal import Records
package import SimperiumClock
package import SimperiumSync
package import Visit
internal import Wording

/// The game in lines of text: every action is a typed word, and everything that happens a sentence.
/// For screen readers, for terminals that can only print, and for scripts.
package struct LineClient: LineProgram {
    var purpose: Purpose
    var kept: LineRecords
    let way: Player.Way
    let numbering: Numbering
    var visit: LobbyClient?
    var table: Table?
    /// What the person was asked, and has not answered.
    var question: LineQuestion?
    /// The visit of a match that waits, until the person has said whether to go back to it.
    var waiting: LobbyClient.Beginning?
    var report: MatchReport?
    /// Whether we see everybody, and they us.
    var isComplete = false
    var lastFailure: ConnectionFailure?
    var hasLeft = false
    var now = Instant.start
    var effects: [LineEffect] = []

    /// Without a visit there is a table only.
    package init(
        _ opening: Opening, name: PlayerName?, way: Player.Way = .terminal,
        numbering: Numbering = .page, visit: LobbyClient?, seed: UInt64
    ) {
        purpose = Purpose(opening)
        kept = LineRecords(person: LinePerson(name), random: SeededRandom(seed: seed))
        self.way = way
        self.numbering = numbering
        self.visit = visit
        if case .table(let opponent) = opening { table = Table(against: opponent, seed: seed) }
    }

    /// Who types the lines.
    var person: LinePerson {
        get { kept.person }
        set { kept.person = newValue }
    }

    package var nextDeadline: Instant? {
        hasLeft
            ? nil : [visit?.nextDeadline, table?.nextDeadline, gameDue].compactMap(\.self).min()
    }

    /// Whether the person is in a match with somebody.
    package var isPlaying: Bool { visit?.session.isInMatch == true }

    /// Keeps what this client and others have alike only once.
    package mutating func share(with others: inout SharedObjects) {
        visit?.share(with: &others)
    }

    package mutating func handle(_ event: LineEvent, at now: Instant) -> [LineEffect] {
        guard !hasLeft else { return [] }
        self.now = now
        switch event {
        case .begin: begin()
        case .typed(let line) where person.asksName && waiting == nil: takeName(line)
        case .typed(let line): take(TypedLine(line))
        case .end: leave(.done)
        case .hangUp: leave(.done, visit?.partingUnasked ?? .suspend)
        case .closing: leave(.done, visit?.partingAtClosing ?? .suspend)
        case .interrupted: quit()
        case .calendar(let stamp): person.startedAt = stamp - (now - .start)
        case .called(let reply): hear(reply)
        case .link, .woken, .signedIn, .stored: break
        case .wake: wakeTable()
        }
        if event != .begin, let event = LobbyClient.Event(event) { pass(event) }
        settle()
        defer { effects = [] }
        return effects
    }

    private mutating func begin() {
        nameDevice()
        say(LineWords.greeting)
        if let table { tellOpening(of: table) }
        if let opponent = waiting?.keptSeat?.opponent {
            return say(LineWords.asksToGoBack(to: opponent))
        }
        if person.asksName { return say(LineWords.asksName(person.name?.text)) }
        enter()
    }

    private mutating func tellOpening(of table: Table) {
        say(table.introduction)
        if table.isPuzzle { table.match.board.lines(numbering).forEach { say($0) } }
        say(table.turnSentence)
    }

    /// Lets the person's other devices know what this one is called.
    mutating func nameDevice() {
        let device = person.device
        visit?.device = device
    }

    mutating func enter() {
        guard visit != nil, table == nil else { return }
        hideName()
        if let limit = person.terms.limit { ask(.limit(limit)) }
        if let target = person.terms.target { ask(.target(target)) }
        ask(.enter(person.name, purpose.opening.mode, way))
        pass(.begin)
    }

    mutating func say(_ line: String) {
        effects.append(.say(line))
    }

    mutating func ask(_ request: Request) {
        pass(.asked(request))
    }

    mutating func leave(_ status: ExitStatus, _ parting: LobbyClient.Event = .suspend) {
        guard !hasLeft else { return }
        hasLeft = true
        if let line = resultLine(at: parting) ?? table?.resultLine { say(line) }
        pass(parting)
        effects.append(.leave(status))
    }

    /// Returns the result of the match in play, with a round that leaving it decides.
    private func resultLine(at parting: LobbyClient.Event) -> String? {
        guard let session = visit?.session, let own = session.own, let match = session.match?.match
        else { return nil }
        let isLeft = parting == .suspend || parting == .lost
        let end = isLeft ? session.endByLeaving(at: now) : .noAnswer
        return own.resultLine(with: end.score(of: match, for: own.piece))
    }

    mutating func pass(_ event: LobbyClient.Event) {
        for effect in visit?.handle(event, at: now) ?? [] {
            switch effect {
            case .tell(let notice): hear(notice)
            case .status(let status): hear(status)
            case .link(let effect): effects.append(.link(effect))
            case .wish, .ignored: break
            case .keep(let seat, let safely): effects.append(.keep(seat, safely: safely))
            case .takenOver:
                say(SeatWords.takenOver)
                leave(.done)
            case .lostSeat(let opponent, let end):
                say(SeatWords.lost(opponent, because: end))
            case .store(let work): effects.append(.store(work))
            case .account(let news): hear(news)
            }
        }
    }
}

extension LineClient {
    private mutating func hear(_ news: AccountNews) {
        switch news {
        case .signedIn:
            hideName()
            lookAtFriends()
            endNaming()
            offerBotMatch()
        case .status(.synced):
            hideName()
            lookAtFriends()
        case .status, .signedOut: break
        case .tokenEnded(let account):
            effects.append(.forgetToken(account))
            say(CopyWords.tokenEnded(account.name))
        case .notKept: say(CopyWords.readOnly)
        case .refused(.result, _): say(CopyWords.resultRefused)
        case .refused: say(CopyWords.refused)
        case .troubled(let reason): say(CopyWords.notStored(because: reason))
        case .recovered: say(CopyWords.storedAgain)
        }
    }

    private mutating func hear(_ status: SyncStatus) {
        switch status {
        case .offline(.some, let failure?) where failure != lastFailure:
            lastFailure = failure
            say(LineWords.offline(because: failure))
        case .unauthorized(let reason):
            effects.append(.complain(ConnectionWords.tokenRefused(because: reason)))
            leave(.refused)
        case .synced: lookAtFriends()
        case .connecting, .authorizing, .indexing, .offline: break
        }
    }

    private mutating func hear(_ notice: Notice) {
        guard let session = visit?.session, !hasLeft else { return }
        // Whose match with us has ended because they left need not be told to have left.
        if case .matchEnded(let name, let end) = notice, end.isOpponentsLeaving {
            effects.removeAll { $0 == .say(LobbyWords.left(name)) }
        }
        if followFriends(notice) { return }
        if case .said = notice, isMuted { return }
        if let sentence = notice.line(at: session, now: now, numbering) { say(sentence) }
    }

    /// Draws the conclusions from how things are now, whatever made them so.
    private mutating func settle() {
        keepRound()
        followGames()
        followListing()
        guard let session = visit?.session, !hasLeft else { return }
        let isSettled =
            session.lobbyState.isComplete && session.lobbyState.roster.contains(session.me)
        if isSettled != isComplete {
            isComplete = isSettled
            if isComplete {
                lastFailure = nil
                say(LineWords.inSync(visit?.census ?? session.lobbyState.census))
            }
        }
        if let match = session.match?.match { kept.trace.follow(match) }
        offerToGoOn()
        fulfilWish(at: session)
        challengeAwaited(at: session)
        tellWatched(at: session)
    }

    /// Asks for what the program was started for, as soon as everybody can be seen.
    private mutating func fulfilWish(at session: LobbySession) {
        guard isComplete else { return }
        switch purpose.takeWish() {
        case .lobby, .table, .replay, nil: break
        case .join(let code): pass(.seek(.code(code)))
        case .challenge(let name):
            tellAwaited(name, at: session)
            pass(.seek(.opponent(name)))
        case .watch(let wanted): watch(wanted ?? "")
        }
    }

    /// Tells whoever is not challenged at once why.
    private mutating func tellAwaited(_ name: PlayerName, at session: LobbySession) {
        guard let id = session.other(called: name.text), let person = session.lobbyState.person(id)
        else {
            return say(LineWords.waiting(for: name.text))
        }
        if !session.isWilling(id) {
            say(LineWords.waiting(for: name.text, who: person.doing(in: session.lobbyState)))
        }
    }

    private mutating func challengeAwaited(at session: LobbySession) {
        guard isComplete, let person = purpose.takeAwaited(in: session) else { return }
        ask(.challenge(person))
    }

    private mutating func tellWatched(at session: LobbySession) {
        let new = session.watching.match.flatMap {
            MatchReport($0, in: session.lobbyState, at: now)
        }
        guard session.own == nil, new != report else { return }
        for sentence in new?.news(since: report, numbering) ?? [] { say(sentence) }
        let sayings = isMuted ? [] : new?.sayings(since: report) ?? []
        for sentence in sayings { say(sentence) }
        report = new
    }
}

extension LineClient: RecordedMachine {
    /// What the game in lines is made of, where it has a terminal or a script of its own.
    package struct Beginning: Hashable, Codable, Sendable {
        package let opening: Opening
        package let person: LinePerson
        package let numbering: Numbering
        /// Nil for a game that needs no server.
        package let visit: LobbyClient.Beginning?
        /// The same for going on with a match that waits; nil if none does.
        package let kept: LobbyClient.Beginning?
        package let seed: UInt64

        package init(
            opening: Opening, person: LinePerson, numbering: Numbering,
            visit: LobbyClient.Beginning?, kept: LobbyClient.Beginning? = nil, seed: UInt64
        ) {
            self.opening = opening
            self.person = person
            self.numbering = numbering
            self.visit = visit
            self.kept = kept
            self.seed = seed
        }
    }

    package static let name = "lines"

    package init(_ beginning: Beginning) {
        let visits = beginning.opening.choose(beginning.visit, or: beginning.kept)
        self.init(
            beginning.opening, name: beginning.person.name, numbering: beginning.numbering,
            visit: visits.begun.map { LobbyClient($0) }, seed: beginning.seed)
        person = beginning.person
        waiting = visits.waiting
    }
}
