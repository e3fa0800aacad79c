package import Game

/// What a Match object says: the match by the rules, and each side's flags.
///
/// A flag is a number that names what it was raised for, so it lapses by itself: no side ever has
/// to lower the other's. Below zero it stands for a no.
package struct MatchSheet: Hashable, Sendable {
    package private(set) var match: Match
    /// For a rematch: the round that a side is ready for.
    package private(set) var ready: Flags
    /// For a draw: the moment at which a side agrees to one.
    package private(set) var offers: Flags
    package private(set) var terms: MatchTerms
    /// In a box, and nil as long as nothing was said: so a sheet is half as large.
    private var said: Said?

    init(_ match: Match, ready: Flags, offers: Flags, _ terms: MatchTerms) {
        self.match = match
        self.ready = ready
        self.offers = offers
        self.terms = terms
    }

    package init(circle: PlayerID, cross: PlayerID, _ terms: MatchTerms = MatchTerms()) {
        self.init(
            Match(circle: circle, cross: cross), ready: Flags(), offers: Flags(), terms)
    }

    /// By which terms each side would like to play the next round.
    package internal(set) var wants: Sides<Want?> {
        get { words.wants }
        set { words.wants = newValue }
    }

    package internal(set) var sayings: Sides<Saying?> {
        get { words.sayings }
        set { words.sayings = newValue }
    }

    /// Nil for a match without a clock.
    package var limit: MoveLimit? { terms.limit }

    /// Whether somebody has won as many rounds as were to be won: then there are no more.
    package var isDecided: Bool { terms.target?.isReached(in: match.score) ?? false }

    /// The terms of the next round, if both want the same others.
    private var agreedTerms: MatchTerms? {
        guard let want = standingWant(of: .circle), want == standingWant(of: .cross) else {
            return nil
        }
        return want.terms
    }

    /// What a side wants of the next round, if anything.
    package func standingWant(of piece: Piece) -> Want? {
        wants[piece].flatMap { $0.round == match.round + 1 ? $0 : nil }
    }

    /// The moment at which the side that is next thinks against a clock; nil if there is none.
    var timedMoment: Int? {
        guard limit != nil else { return nil }
        return match.outcome == nil ? match.moment : 0
    }

    /// Who wants the next round, unless the other side has said no to that.
    package var wantsRematch: Set<Piece> { ready.standing(at: match.round + 1) }
    /// Who has said no to it.
    package var declinesRematch: Set<Piece> { ready.negative(match.round + 1) }
    /// Who has said no to the draw that is offered now.
    package var declinesDraw: Set<Piece> { offers.negative(match.moment) }
}

/// What the two have said to each other.
extension MatchSheet {
    private struct Words: Hashable {
        var wants = Sides<Want?>(circle: nil, cross: nil)
        var sayings = Sides<Saying?>(circle: nil, cross: nil)
    }

    private indirect enum Said: Hashable {
        case words(Words)
    }

    private var words: Words {
        get {
            if case .words(let words) = said { words } else { Words() }
        }
        set { said = newValue == Words() ? nil : .words(newValue) }
    }
}

extension MatchSheet {
    package mutating func play(_ square: Square, by piece: Piece) throws(MoveRefusal) {
        try match.play(square, by: match.player(of: piece))
    }

    /// Makes a move of the side that is next.
    mutating func play(_ square: Square) throws(MoveRefusal) {
        try match.play(square)
        match = match.with(drawOffers: offers.standing(at: match.moment))
    }

    package mutating func resign(by piece: Piece) throws(MoveRefusal) {
        try match.resign(by: match.player(of: piece))
    }

    package mutating func claim(by piece: Piece) throws(MoveRefusal) {
        try match.claim(by: match.player(of: piece))
    }

    package mutating func runOutOfTime() throws(MoveRefusal) {
        try match.runOutOfTime()
    }

    package mutating func leave(by piece: Piece) throws(MoveRefusal) {
        try match.leave(by: match.player(of: piece))
    }

    /// Offers a draw, or agrees to one that is offered.
    package mutating func offerDraw(by piece: Piece) throws(MoveRefusal) {
        try match.offerDraw(by: match.player(of: piece))
        set(offer: match.moment, of: piece)
    }

    package mutating func acceptDraw(by piece: Piece) throws(MoveRefusal) {
        try match.acceptDraw(by: match.player(of: piece))
        set(offer: match.moment, of: piece)
    }

    package mutating func declineDraw(by piece: Piece) throws(MoveRefusal) {
        try match.declineDraw(by: match.player(of: piece))
        set(offer: -match.moment, of: piece)
    }

    package mutating func withdrawDraw(by piece: Piece) throws(MoveRefusal) {
        try match.withdrawDraw(by: match.player(of: piece))
        set(offer: 0, of: piece)
    }

    /// Says yes or no to a rematch, or nothing any more.
    package mutating func answerRematch(_ answer: Bool?, by piece: Piece) throws(MoveRefusal) {
        guard match.outcome != nil else { throw .roundGoesOn }
        let next = match.round + 1
        ready[piece] = answer.map { $0 ? next : -next } ?? 0
        guard answer == true, let want = standingWant(of: piece.opponent) else { return }
        // Who says yes to an offer means all of it.
        let isOffered = wantsRematch.contains(piece.opponent)
        if isOffered || standingWant(of: piece) == nil { wants[piece] = want }
    }

    /// Would like to play the next round by these terms, or by those that there are.
    mutating func want(_ terms: MatchTerms, by piece: Piece) throws(MoveRefusal) {
        guard match.outcome != nil else { throw .roundGoesOn }
        wants[piece] = terms == self.terms ? nil : Want(terms, inRound: match.round + 1)
    }

    mutating func say(_ phrase: Phrase, by piece: Piece) {
        sayings[piece] = Saying(phrase, after: sayings[piece])
    }

    /// Whether both want the next round. Then who moves first in it clears the board: the match
    /// would have to wait for them anyway.
    package var isReadyToGoOn: Bool {
        match.outcome != nil && wantsRematch.count == 2 && !isDecided
    }

    package mutating func startNextRound() throws(MoveRefusal) {
        let agreed = agreedTerms
        try match.startNextRound()
        terms = agreed ?? terms
    }

    /// Whether one of the two did not want to go on with the other, as far as it was said.
    var isRematchRefused: Bool {
        match.outcome != nil && (!declinesRematch.isEmpty || wantsRematch.count == 1)
    }

    /// Takes over what a side says by its flags.
    mutating func adopt(flagsOf piece: Piece, from other: MatchSheet) {
        ready[piece] = other.ready[piece]
        wants[piece] = other.wants[piece]
        sayings[piece] = other.sayings[piece]
        set(offer: other.offers[piece], of: piece)
    }

    private mutating func set(offer: Int, of piece: Piece) {
        offers[piece] = offer
        match = match.with(drawOffers: offers.standing(at: match.moment))
    }
}

extension Match {
    /// A number that grows with each move and each round.
    package var moment: Int { Self.moment(round: round, board) }

    static func moment(round: Int, _ board: Board) -> Int {
        round * (Board.squareCount + 1) + board.pieceCount
    }

    /// The round in which that moment is, or was.
    static func round(ofMoment moment: Int) -> Int { moment / (Board.squareCount + 1) }

    fileprivate func with(drawOffers: Set<Piece>) -> Match {
        guard drawOffers != self.drawOffers else { return self }
        do throws(MatchFlaw) {
            return try Match(
                circle: circle, cross: cross, board: board, next: next, round: round,
                earlierScore: earlierScore, resigned: resigned, ending: ending,
                drawOffers: drawOffers)
        } catch {
            preconditionFailure("a match is no longer one: \(error)")
        }
    }
}
