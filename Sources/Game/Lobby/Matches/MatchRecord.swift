package import Game

/// The contents of a Match object: the two players, the state of play, the terms, and each side's
/// flags, proposals and phrases.
///
/// A flag is the number of the round or moment (`Match.moment`) that it applies to. So a flag
/// lapses by itself, and neither side has to clear the other side's flags. A negative number is a
/// refusal.
package struct MatchRecord: Hashable, Sendable {
    package let players: Sides<PlayerID>
    package private(set) var match: Match
    /// The round that each side is ready for; negative if the side has declined that round, and 0
    /// if it has done neither.
    package private(set) var ready: Flags
    /// The moment of each side's draw offer; negative if the side has declined an offer, and 0 if
    /// it has done neither.
    package private(set) var offers: Flags
    package private(set) var terms: MatchTerms
    /// The members that most matches never have. They are boxed, which halves the size of a record.
    @BoxedRareValue private var rareMembers: RareMembers?

    init(
        of players: Sides<PlayerID>, _ match: Match, ready: Flags, offers: Flags,
        _ terms: MatchTerms
    ) {
        self.players = players
        self.match = match
        self.ready = ready
        self.offers = offers
        self.terms = terms
    }

    /// Creates a new match. The player who starts the match has circle. The two ids must differ.
    package init(circle: PlayerID, cross: PlayerID, _ terms: MatchTerms = MatchTerms()) {
        precondition(circle != cross, "the two players of a match differ")
        self.init(
            of: Sides(circle: circle, cross: cross), Match(), ready: Flags(), offers: Flags(),
            terms)
    }

    /// The terms that each side last proposed for the next round; nil if it has proposed none. The
    /// proposal may have lapsed.
    package internal(set) var wants: Sides<NextRoundProposal?> {
        get { rareMembers?.wants ?? Sides(nil) }
        set { changeRareMembers { $0.wants = newValue } }
    }

    /// The last phrase of each side; nil if it has sent none.
    package internal(set) var lastPhrases: Sides<NumberedPhrase?> {
        get { rareMembers?.lastPhrases ?? Sides(nil) }
        set { changeRareMembers { $0.lastPhrases = newValue } }
    }

    /// The moment when each side was reported as idle; 0 without such a report. A side is idle if
    /// it must move, and its player has pressed no key for a minute.
    package internal(set) var idles: Flags {
        get { rareMembers?.idles ?? Flags() }
        set { changeRareMembers { $0.idles = newValue } }
    }

    /// Each side's last request to take back moves, or the side's refusal of such a request; nil if
    /// there is neither.
    package internal(set) var undos: Sides<UndoRequest?> {
        get { rareMembers?.undos ?? Sides(nil) }
        set { changeRareMembers { $0.undos = newValue } }
    }

    /// Returns a side's open request to take back moves. Returns nil if there is none, or if the
    /// other side has refused it. Also returns nil if a move or the end of the round has made the
    /// request lapse.
    package func openUndoRequest(of piece: Piece) -> UndoRequest? {
        guard match.outcome == nil, let undo = undos[piece], undo.moment == match.moment else {
            return nil
        }
        return declinesUndo(by: piece.opponent) ? nil : undo
    }

    /// Returns true if a side has declined to take back moves in this position.
    package func declinesUndo(by piece: Piece) -> Bool { undos[piece]?.moment == -match.moment }

    private struct RareMembers: Hashable {
        var wants = Sides<NextRoundProposal?>(nil)
        var lastPhrases = Sides<NumberedPhrase?>(nil)
        var idles = Flags()
        var undos = Sides<UndoRequest?>(nil)
    }

    private mutating func changeRareMembers(_ change: (inout RareMembers) -> Void) {
        var changed = rareMembers ?? RareMembers()
        change(&changed)
        rareMembers = changed == RareMembers() ? nil : changed
    }

    /// Returns true if a side is idle: it must move, the match has no clock, and the side's player
    /// has pressed no key for a minute. The other side may then claim the round.
    package func isIdle(_ piece: Piece) -> Bool {
        idles[piece] == match.moment && match.next == piece && match.outcome == nil && limit == nil
    }

    package var limit: MoveTimeLimit? { terms.limit }

    /// True if a side has won the series. Then no round follows.
    package var isDecided: Bool { terms.target?.isReached(in: match.score) ?? false }

    /// The new terms that both sides want for the next round; nil unless both have proposed the
    /// same terms.
    package var agreedTerms: MatchTerms? {
        hasSameProposals ? proposedTerms(of: .circle)?.terms : nil
    }

    /// True if both sides wanted the same new terms for this round.
    package var hasNewTerms: Bool {
        guard let want = wants[.circle], want == wants[.cross] else { return false }
        return want.round == match.round && want.terms == terms
    }

    /// True if both sides have proposed the same terms for the next round, or neither has proposed
    /// any.
    private var hasSameProposals: Bool {
        proposedTerms(of: .circle) == proposedTerms(of: .cross)
    }

    /// True if both sides want the next round, but on different terms. The round then waits until
    /// one side accepts the other's terms.
    package var hasRematchOnDifferentTerms: Bool {
        wantsRematch.count == 2 && !hasSameProposals
    }

    /// Returns the terms that a side wants for the next round. Returns nil if the side wants no
    /// change, or if either side has declined that round.
    package func proposedTerms(of piece: Piece) -> NextRoundProposal? {
        guard declinesRematch.isEmpty, let want = wants[piece], want.round == match.round + 1 else {
            return nil
        }
        return want
    }

    /// Returns true if a side now proposes terms that it did not propose in `old`.
    func hasNewProposal(since old: MatchRecord?) -> Bool {
        Piece.allCases.contains { piece in
            let want = proposedTerms(of: piece)
            return want != nil && want != old?.proposedTerms(of: piece)
        }
    }

    /// The match's `moment`, whose change restarts the clock; 0 between rounds. Nil for a match
    /// without a clock.
    var timedMoment: Int? {
        guard limit != nil else { return nil }
        return match.outcome == nil ? match.moment : 0
    }

    /// The sides that want the next round, unless the other side has declined it.
    package var wantsRematch: Set<Piece> { ready.sidesWithUndeclinedOffer(at: match.round + 1) }
    package var declinesRematch: Set<Piece> { ready.sidesDeclining(match.round + 1) }
    package var declinesDraw: Set<Piece> { offers.sidesDeclining(match.moment) }

    /// True if the next round can start: this round is over, the series is undecided, and both
    /// sides want to continue. The side that moves first then clears the board, because the match
    /// waits for that side anyway.
    package var canStartNextRound: Bool {
        match.outcome != nil && wantsRematch.count == 2 && !isDecided
    }

    /// True if the next round can start, and both sides want it on the same terms.
    package var hasAgreedRematch: Bool { canStartNextRound && hasSameProposals }

    /// True after a round if a player has declined a rematch, or if only one player wants a
    /// rematch.
    var isRematchRefused: Bool {
        match.outcome != nil && (!declinesRematch.isEmpty || wantsRematch.count == 1)
    }
}

extension MatchRecord {
    package mutating func perform(_ action: MatchAction, by piece: Piece) throws(RequestObstacle) {
        if action == .offerDraw, let obstacle = drawOfferObstacle(by: piece) { throw obstacle }
        if case .askUndo = action, hasDeclinedUndoRequest(of: piece.opponent) {
            throw .declinedUndoOpen
        }
        do throws(MatchActionRefusal) {
            switch action {
            case .play(let square): try play(square, by: piece)
            case .resign: try endRound(lostBy: piece)
            case .claim: try endRound(lostBy: piece.opponent, because: .claimed)
            case .offerDraw:
                try match.offerDraw(by: piece)
                setDrawOffer(match.moment, of: piece)
            case .acceptDraw:
                try match.acceptDraw(by: piece)
                setDrawOffer(match.moment, of: piece)
            case .declineDraw:
                try match.declineDraw(by: piece)
                setDrawOffer(-match.moment, of: piece)
            case .withdrawDraw:
                try match.withdrawDraw(by: piece)
                setDrawOffer(0, of: piece)
            case .rematch: try answerRematch(true, by: piece)
            case .declineRematch: try answerRematch(false, by: piece)
            case .withdrawRematch:
                try answerRematch(nil, by: piece)
                wants[piece] = nil
            case .askUndo(let squares): try askUndo(squares, by: piece)
            case .allowUndo: try allowUndo(by: piece)
            case .declineUndo:
                guard openUndoRequest(of: piece.opponent) != nil else { throw .nothingOffered }
                undos[piece] = UndoRequest(moment: -match.moment, squares: [])
            case .withdrawUndo:
                guard openUndoRequest(of: piece) != nil else { throw .nothingOffered }
                undos[piece] = nil
            case .want(let terms): try proposeTerms(terms, by: piece)
            case .withdrawTerms: wants[piece] = nil
            case .say(let phrase):
                lastPhrases[piece] = NumberedPhrase(phrase, after: lastPhrases[piece])
            }
        } catch {
            throw .move(error)
        }
    }

    /// Returns the obstacle to a draw offer by `piece`; nil if there is none. The other side may
    /// have declined a draw in this position. Or `piece` has declined an offer that is not yet
    /// removed, so that a new offer would accept it.
    package func drawOfferObstacle(by piece: Piece) -> RequestObstacle? {
        guard match.outcome == nil else { return nil }
        guard !declinesDraw.contains(piece.opponent) else { return .drawDeclined }
        return hasDeclinedDrawOffer(of: piece.opponent) ? .declinedDrawOpen : nil
    }

    /// Removes a side's draw offer and its request to take back moves, if the other side has
    /// declined them. Returns false if nothing was removed.
    ///
    /// A declined offer that stayed would be open again when a new offer of the other side replaces
    /// the refusal. The same applies to requests.
    package mutating func removeDeclinedOffers(of piece: Piece) -> Bool {
        let hasDraw = hasDeclinedDrawOffer(of: piece)
        let hasUndo = hasDeclinedUndoRequest(of: piece)
        if hasDraw { setDrawOffer(0, of: piece) }
        if hasUndo { undos[piece] = nil }
        return hasDraw || hasUndo
    }

    /// Returns true if a side's draw offer in this position is still in the record, although the
    /// other side has declined it.
    private func hasDeclinedDrawOffer(of piece: Piece) -> Bool {
        offers[piece] == match.moment && declinesDraw.contains(piece.opponent)
    }

    /// Returns true if a side's request to take back moves in this position is still in the record,
    /// although the other side has declined it.
    package func hasDeclinedUndoRequest(of piece: Piece) -> Bool {
        undos[piece]?.moment == match.moment && declinesUndo(by: piece.opponent)
    }

    package mutating func play(_ square: Square, by piece: Piece) throws(MatchActionRefusal) {
        try match.play(square, by: piece)
    }

    /// Plays for the side to move. Draw offers lapse, except those that the record has for the
    /// moment after the move.
    mutating func playForNextSide(_ square: Square) throws(MatchActionRefusal) {
        try match.play(square)
        match.drawOffers = offers.sidesWithUndeclinedOffer(at: match.moment)
    }

    package mutating func endRound(
        lostBy loser: Piece, because reason: NonResignationLossReason? = nil
    ) throws(MatchActionRefusal) {
        try match.endRound(lostBy: loser, because: reason)
    }

    /// Accepts or declines a rematch; nil withdraws the answer. Throws during a round. A side that
    /// wants a rematch adopts the terms that the other side has proposed. If the other side wants a
    /// rematch without other terms, the side withdraws its own proposal.
    ///
    /// A side that declines keeps its proposal, which then has lapsed. Programs of version 0.2.0
    /// would show the removal of the proposal as a new proposal. The other side's proposal is
    /// removed by that side's program.
    package mutating func answerRematch(_ answer: Bool?, by piece: Piece) throws(MatchActionRefusal)
    {
        guard match.outcome != nil else { throw .roundGoesOn }
        let theirs = proposedTerms(of: piece.opponent)
        let next = match.round + 1
        // The side's refusal has ended its own proposal, too.
        if answer == true,
            declinesRematch.contains(piece) || wantsRematch.contains(piece.opponent)
        {
            wants[piece] = nil
        }
        ready[piece] = answer.map { $0 ? next : -next } ?? 0
        if answer == true, let theirs { wants[piece] = theirs }
    }

    /// Proposes terms for the next round, and withdraws an earlier refusal of that round. Proposing
    /// the current terms withdraws an earlier proposal. Throws during a round, and if the other
    /// side has declined the next round.
    mutating func proposeTerms(_ terms: MatchTerms, by piece: Piece) throws(MatchActionRefusal) {
        guard match.outcome != nil else { throw .roundGoesOn }
        guard !declinesRematch.contains(piece.opponent) else { throw .alreadyDeclined }
        guard terms != self.terms else { return wants[piece] = nil }
        wants[piece] = NextRoundProposal(terms, inRound: match.round + 1)
        if declinesRematch.contains(piece) { ready[piece] = 0 }
    }

    /// Asks to take back `squares`: this side's last move and any answer to that move. Throws if
    /// the squares can't be those of these moves, or if the other side has already declined.
    private mutating func askUndo(_ squares: [Square], by piece: Piece) throws(MatchActionRefusal) {
        var taken = match
        try taken.takeBackAsPractice(squares, of: piece)
        guard !declinesUndo(by: piece.opponent) else { throw .alreadyDeclined }
        undos[piece] = UndoRequest(moment: match.moment, squares: squares)
    }

    /// Takes back the moves in the other side's open request; throws if there is no such request.
    /// Clears all draw offers, requests and idle flags, because their moments may occur a second
    /// time.
    mutating func allowUndo(by piece: Piece) throws(MatchActionRefusal) {
        guard let undo = openUndoRequest(of: piece.opponent) else { throw .nothingOffered }
        try match.takeBackAsPractice(undo.squares, of: piece.opponent)
        (offers, idles, undos) = (Flags(), Flags(), Sides(nil))
    }

    package mutating func setIdle(_ isIdle: Bool, _ piece: Piece) {
        idles[piece] = isIdle ? match.moment : 0
    }

    package mutating func startNextRound() throws(MatchActionRefusal) {
        let agreed = agreedTerms
        try match.startNextRound()
        terms = agreed ?? terms
    }

    /// Returns true if one side's flags, proposal, phrase and request to take back moves are the
    /// same. `copyFlags` copies these members.
    func hasSameFlags(of piece: Piece, as other: MatchRecord) -> Bool {
        ready[piece] == other.ready[piece] && offers[piece] == other.offers[piece]
            && wants[piece] == other.wants[piece] && lastPhrases[piece] == other.lastPhrases[piece]
            && idles[piece] == other.idles[piece] && undos[piece] == other.undos[piece]
    }

    /// Copies one side's flags, proposal, phrase and request to take back moves.
    mutating func copyFlags(of piece: Piece, from other: MatchRecord) {
        ready[piece] = other.ready[piece]
        wants[piece] = other.wants[piece]
        lastPhrases[piece] = other.lastPhrases[piece]
        idles[piece] = other.idles[piece]
        undos[piece] = other.undos[piece]
        setDrawOffer(other.offers[piece], of: piece)
    }

    private mutating func setDrawOffer(_ offer: Int, of piece: Piece) {
        offers[piece] = offer
        match.drawOffers = offers.sidesWithUndeclinedOffer(at: match.moment)
    }
}

extension MatchRecord {
    /// Returns notices about the actions of `piece` since `old`, for the other side. The start and
    /// the end of a round are not included.
    func noticesForOpponent(since old: MatchRecord, of piece: Piece) -> [Notice] {
        if match.hasTakenBackMoves(since: old.match) { return [.undone] }
        let before =
            match.round == old.match.round
            ? old.match.position : Position(first: .first(inRound: match.round))
        return (before.move(to: match.board).map { [.moved($0)] } ?? [])
            + drawNews(since: old, of: piece) + rematchNews(since: old, of: piece)
            + undoNews(since: old, of: piece) + idleNews(since: old, of: piece)
            + termsNews(since: old, of: piece) + phraseNews(since: old, of: piece)
    }

    /// Returns the notices about draw offers at the match's current `moment`. Offers from earlier
    /// moments have lapsed.
    private func drawNews(since old: MatchRecord, of piece: Piece) -> [Notice] {
        guard match.outcome == nil else { return [] }
        if declinesDraw.contains(piece), offers[piece] != old.offers[piece] {
            return [.drawDeclined]
        }
        let earlier = old.offers.sidesWithUndeclinedOffer(at: match.moment)
        return Self.news(
            from: earlier.contains(piece), to: match.drawOffers.contains(piece), .drawOffered,
            .drawWithdrawn)
    }

    private func rematchNews(since old: MatchRecord, of piece: Piece) -> [Notice] {
        if declinesRematch.contains(piece), ready[piece] != old.ready[piece] {
            return [.rematchDeclined]
        }
        let earlier = old.ready.sidesWithUndeclinedOffer(at: match.round + 1)
        return Self.news(
            from: earlier.contains(piece), to: wantsRematch.contains(piece), .rematchWanted,
            .rematchWithdrawn)
    }

    /// Returns `begun` if a condition has become true, `ended` if it has become false, and
    /// otherwise no notice.
    private static func news(
        from before: Bool, to after: Bool, _ begun: Notice, _ ended: Notice
    ) -> [Notice] {
        before == after ? [] : [after ? begun : ended]
    }

    private func undoNews(since old: MatchRecord, of piece: Piece) -> [Notice] {
        guard match.outcome == nil else { return [] }
        if declinesUndo(by: piece), undos[piece] != old.undos[piece] { return [.undoDeclined] }
        let isOpen = openUndoRequest(of: piece) != nil
        // A request that a move has ended was not withdrawn.
        guard isOpen || match.moment == old.match.moment else { return [] }
        return Self.news(
            from: old.openUndoRequest(of: piece) != nil, to: isOpen, .undoAsked, .undoWithdrawn)
    }

    /// Returns the notice that a side has become idle or is back. A move needs no such notice,
    /// because it shows that the player is active.
    private func idleNews(since old: MatchRecord, of piece: Piece) -> [Notice] {
        guard match.outcome == nil, match.moment == old.match.moment else { return [] }
        return Self.news(from: old.isIdle(piece), to: isIdle(piece), .opponentIdle, .opponentBack)
    }

    /// Returns the notice about proposed or withdrawn terms. Returns no notice if the side adopts
    /// the other side's terms, or if its answer about a rematch withdraws its own.
    private func termsNews(since old: MatchRecord, of piece: Piece) -> [Notice] {
        let want = proposedTerms(of: piece)
        guard match.round == old.match.round, want != old.proposedTerms(of: piece) else {
            return []
        }
        guard let want else { return ready[piece] == old.ready[piece] ? [.proposalWithdrawn] : [] }
        return want == proposedTerms(of: piece.opponent) ? [] : [.wanted(want.terms)]
    }

    private func phraseNews(since old: MatchRecord, of piece: Piece) -> [Notice] {
        guard let last = lastPhrases[piece], last.isNews(since: old.lastPhrases[piece]),
            let phrase = last.phrase
        else { return [] }
        return [.said(phrase)]
    }
}

extension Match {
    /// The number of this point in the match. It grows with each move and each round, and falls if
    /// moves are taken back.
    package var moment: Int { Self.moment(round: round, board) }

    /// Returns true if moves were taken back since `earlier`, in the same round.
    package func hasTakenBackMoves(since earlier: Match) -> Bool {
        round == earlier.round && isPractice && board.pieceCount < earlier.board.pieceCount
    }

    static func moment(round: Int, _ board: Board) -> Int {
        round * (Board.squareCount + 1) + board.pieceCount
    }

    static func round(ofMoment moment: Int) -> Int { moment / (Board.squareCount + 1) }
}

package struct Sides<Value: Hashable & Sendable>: Hashable, Sendable {
    private var circle: Value
    private var cross: Value

    init(circle: Value, cross: Value) {
        self.circle = circle
        self.cross = cross
    }

    init(_ value: Value) {
        self.init(circle: value, cross: value)
    }

    package internal(set) subscript(piece: Piece) -> Value {
        get { piece == .circle ? circle : cross }
        set {
            switch piece {
            case .circle: circle = newValue
            case .cross: cross = newValue
            }
        }
    }
}

extension MatchRecord {
    /// A flag for each side: the number of a round or moment; 0 if it is not set.
    package typealias Flags = Sides<Int>
}

extension Sides<Int> {
    init() { self.init(0) }

    func sidesAccepting(_ number: Int) -> Set<Piece> {
        // Most records have no flag set, so this case returns early.
        guard self != Self() || number == 0 else { return [] }
        return Set(Piece.allCases.filter { self[$0] == number })
    }

    func sidesDeclining(_ number: Int) -> Set<Piece> { sidesAccepting(-number) }

    /// Returns the sides whose flag is `moment`, unless the other side's flag is a refusal at
    /// `moment`.
    func sidesWithUndeclinedOffer(at moment: Int) -> Set<Piece> {
        let offers = sidesAccepting(moment)
        return offers.isEmpty ? offers : offers.filter { self[$0.opponent] != -moment }
    }
}
