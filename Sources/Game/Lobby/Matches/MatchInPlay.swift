package import Game
package import SimperiumClock
internal import SimperiumJSON

/// The match in which the person at this program sits, and what they may do in it.
package struct MatchInPlay: Hashable, Sendable {
    /// How long a result waits for one of the two players to say what comes next.
    package static let answerLimit = Duration.seconds(30)
    /// How long an opponent may be away before the round can be ended without them.
    package static let claimTime = Duration.seconds(15)

    /// What something that was done here asks for.
    struct Step: Hashable {
        let edit: LobbyEdit?
        let notices: [Notice]
    }

    /// What this side has said.
    private struct Said: Hashable {
        /// The last round that it was ready for at any time.
        var consent = 0
        /// When the person spoke, the last times.
        var spokeAt: [Instant] = []
    }

    package let key: LobbyKey
    /// The piece of the person at this program.
    package let piece: Piece
    package let opponent: PlayerID
    /// What the opponent was called when the match began.
    package let opponentName: String
    /// The last state that was by the rules; nil if none ever was.
    package private(set) var sheet: MatchSheet?
    /// Why the present state is not shown.
    package private(set) var doubt: Doubt?
    /// When the last move was made; nil if that was before this program came.
    package private(set) var movedAt: Instant?
    /// When the match is left unless a player says what comes after its result.
    package private(set) var answerDue: Instant?
    /// When this program was seated by pairing it with the opponent; nil if it was asked to.
    var pairedAt: Instant?
    /// That the opponent is away.
    package var absence: Absence?
    /// What became of a round that was under way when the match ended.
    private var conclusion: Outcome?
    /// Whether the hub has yet to confirm what was placed here last.
    private var isUnheard = false
    private var said = Said()
    var timing = MoveTiming()

    init(_ shown: ShownMatch, of player: PlayerID, against name: String, at now: Instant) {
        key = shown.key
        piece = player == shown.circle ? .circle : .cross
        opponent = shown.opponent(of: player)
        opponentName = name
        doubt = shown.flaw.map(Doubt.flaw)
        if let sheet = shown.sheet { show(sheet, at: now) }
        movedAt = shown.movedAt
    }

    package var match: Match? { sheet?.match }

    /// The score, with a round that the end of the match has decided.
    package var score: Score? {
        sheet.map { $0.match.outcome == nil ? $0.match.score.counting(conclusion) : $0.match.score }
    }

    /// Whether both have moved in the round, as the hub knows it.
    var hasBegun: Bool {
        guard let match else { return false }
        return match.hasBegun && (!isUnheard || match.board.pieceCount > 2)
    }

    /// Whether the hub has what was done here.
    var isHeard: Bool { !isUnheard }

    /// The hub has what was done here.
    mutating func hear() { isUnheard = false }

    /// Counts what the end of the match makes of the round.
    package mutating func conclude(by end: MatchEnd) {
        conclusion = end.outcome(for: piece)
    }

    /// Whether no move has been made in it yet.
    var isUntouched: Bool { match?.round == 1 && match?.board.pieceCount == 0 }

    /// So soon a program deletes a Match with somebody whom its person does not want to meet.
    static let declineTime = Duration.seconds(3)

    /// Whether an end that comes now is that of a match for which the opponent was not to be had.
    func isDeclined(at now: Instant) -> Bool {
        guard let pairedAt, isUntouched else { return false }
        return now - pairedAt <= Self.declineTime
    }

    package var isOurTurn: Bool {
        guard let match, doubt == nil else { return false }
        return match.outcome == nil && match.next == piece
    }

    /// Receives the match as a change of another program left it. `sheet` is what the object says,
    /// if it has been read already.
    mutating func receive(
        _ object: JSONObject, readAs sheet: MatchSheet? = nil, at now: Instant
    ) -> [Notice] {
        if let sheet { return receive(sheet, at: now) }
        // Without its ids it is no match. Then this one has come to its end.
        guard let new = try? MatchObject(object) else { return [] }
        switch new.sheet {
        case .failure(let flaw): return distrust(.flaw(flaw))
        case .success(let later): return receive(later, at: now)
        }
    }

    private mutating func receive(_ later: MatchSheet, at now: Instant) -> [Notice] {
        let isExplained = sheet?.explains(later, by: piece.opponent, consent: said.consent) ?? true
        return isExplained ? trust(later, at: now) : distrust(.unexplained)
    }

    /// Goes back to the match as the hub has it, because it refused what was done here.
    mutating func restore(_ object: JSONObject, at now: Instant) {
        guard let sheet = try? MatchObject(object).sheet.get() else { return }
        isUnheard = false
        show(sheet, at: now)
    }

    mutating func perform(
        _ action: Action, at now: Instant
    ) throws(RequestObstacle) -> Step {
        guard doubt == nil, let old = sheet else { throw .doubtful }
        var new = old
        try new.perform(action, by: piece)
        if case .play = action { isUnheard = true }
        let notices = show(new, at: now)
        return Step(edit: edit(since: old), notices: notices)
    }

    /// Clears the board if both want it and it is for this side to do.
    mutating func goOn(at now: Instant) -> Step? {
        guard doubt == nil, let old = sheet, old.isReadyToGoOn,
            Piece.first(inRound: old.match.round + 1) == piece
        else { return nil }
        var new = old
        do throws(MoveRefusal) {
            try new.startNextRound()
        } catch {
            preconditionFailure("a round that is over can't be followed by another: \(error)")
        }
        let notices = show(new, at: now)
        return Step(edit: edit(since: old), notices: notices)
    }

    /// Says that whoever is to move has let their time run out.
    mutating func runOut(at now: Instant) -> Step? {
        guard doubt == nil, let old = sheet else { return nil }
        var new = old
        guard (try? new.runOutOfTime()) != nil else { return nil }
        let notices = show(new, at: now)
        return Step(edit: edit(since: old), notices: notices)
    }

    mutating func count(from now: Instant) {
        movedAt = now
    }

    /// Writes that this side leaves a round in which both have moved, and so loses it.
    mutating func forfeit() -> LobbyEdit? {
        guard doubt == nil, let old = sheet else { return nil }
        var new = old
        guard (try? new.leave(by: piece)) != nil else { return nil }
        sheet = new
        return edit(since: old)
    }

    /// Whether the person may say something now. The hub has a clock of its own.
    package func maySpeak(at now: Instant) -> Bool {
        Phrase.maySpeak(after: said.spokeAt, at: now) { $0 + $1 + .milliseconds(250) }
    }

    mutating func noteSpeaking(at now: Instant) {
        said.spokeAt = said.spokeAt.suffix(Phrase.mostInAMinute - 1) + [now]
    }

    /// Takes a rematch back that the opponent does not want: whoever wants one then asks anew.
    mutating func lowerDeclinedOffer(at now: Instant) -> Step? {
        guard doubt == nil, let old = sheet, old.declinesRematch.contains(piece.opponent),
            old.ready[piece] > 0, old.match.outcome != nil
        else { return nil }
        return try? perform(.withdrawRematch, at: now)
    }

    private func edit(since old: MatchSheet) -> LobbyEdit? {
        guard sheet != old, let changes = sheet?.changes(since: old) else { return nil }
        return .update(.match, key, setting: changes.setting, removing: changes.removing)
    }
}

extension MatchInPlay {
    private mutating func distrust(_ new: Doubt) -> [Notice] {
        defer { doubt = new }
        return doubt == new ? [] : [.doubtful(new)]
    }

    private mutating func trust(_ later: MatchSheet, at now: Instant) -> [Notice] {
        let relief: [Notice] = doubt == nil ? [] : [.trusted]
        let news = sheet.map { later.news(since: $0, of: piece.opponent) } ?? []
        return relief + show(later, telling: news, at: now)
    }

    /// Shows a state, and tells what that means for the round, with the news of what was done in
    /// it.
    @discardableResult
    private mutating func show(
        _ later: MatchSheet, telling news: [Notice] = [], at now: Instant
    ) -> [Notice] {
        let earlier = sheet
        let match = later.match
        sheet = later
        doubt = nil
        said.consent = max(said.consent, later.ready[piece])
        if match.moment != earlier?.match.moment {
            movedAt = now
            timing = MoveTiming()
        }
        let isSameRound = match.round == earlier?.match.round
        // A player who is asked for a rematch has time to think about it.
        let askers = earlier?.wantsRematch.count ?? 0
        if !isSameRound || later.wantsRematch.count > askers { answerDue = nil }
        answerDue = match.outcome == nil ? nil : answerDue ?? now + Self.answerLimit
        guard let old = earlier?.match else { return [] }
        let told = isSameRound ? news : [.roundBegan(match.round)] + news
        guard let outcome = match.outcome, !isSameRound || outcome != old.outcome else {
            return told
        }
        return told + [.roundEnded(outcome)]
    }
}
