internal import Drawing
internal import Game
internal import Lobby
internal import SimperiumClock
internal import SimperiumWire
internal import Wording

/// The board of a match, as shown to a player or a spectator.
struct BoardView: Hashable {
    struct PlayerTexts: Hashable {
        var name: String
        /// The player's state, such as absence; empty if there is nothing to mention.
        var remark = ""
        /// The player's recent phrase; empty if there is none.
        var phrase = ""
    }

    struct Choice: Hashable {
        var key: String
        var words: String
        var remark = ""
        var isUrgent = false
    }

    struct RoundTimes: Hashable {
        var thinkingTime = ""
        /// The duration of a round that has ended; empty if it is unknown.
        var duration = ""
        /// The forms of the time limit for a move, or of the time left in a correspondence game;
        /// the longest first. A countdown replaces them.
        var limitForms: [String] = []
        /// The time left for the move; nil without a limit, or if the time is unknown.
        var countdown: MoveCountdown?

        var forms: [String] {
            if let countdown { return [countdown.figures] }
            return limitForms.isEmpty ? [thinkingTime] : limitForms
        }

        /// The shortest form of the time left or of the time limit; nil if there is no limit.
        var shortestForm: String? { countdown?.figures ?? limitForms.last }

        var style: Style { countdown?.style ?? .faint }
    }

    struct MoveCountdown: Hashable {
        /// The seconds left at the first and at the second change of the colour.
        private static let (low, least) = (5, 3)
        /// The maximum length of the bar, in cells. Each move paints the whole bar, at three bytes
        /// for a cell.
        private static let mostCells = 10

        let seconds: Int
        let limit: Int
        let isWaiting: Bool

        /// The seconds in a fixed width, so that only changed digits are painted.
        var figures: String { ClockWords.paddedSecondsLeft(seconds, of: limit) }

        var style: Style {
            if isWaiting { return .faint }
            return seconds <= Self.least ? .urgent : seconds <= Self.low ? .warning : .strong
        }

        func draw(on canvas: inout Canvas) {
            let start = canvas.write(figures, at: .topLeft, style) + 1
            let room = min(canvas.size.columns - start, Self.mostCells)
            let cells = (seconds * room + limit - 1) / limit
            for column in 0..<max(0, min(cells, room)) {
                canvas.put(
                    "▀", at: Point(row: 0, column: start + column), isWaiting ? .rule : style)
            }
        }
    }

    struct Audience: Hashable {
        var count = 0
        /// The names of the spectators who are shown; "you" for the viewer, if known.
        var names: [String] = []
        var isViewerOnly = false

        var line: String {
            guard !isViewerOnly else { return LobbyWords.you }
            let names = names.joined(separator: ", ")
            let guests = count - self.names.count
            guard guests > 0 else { return names }
            return names.isEmpty
                ? CountWords.guests(guests) : "\(names) + \(CountWords.guests(guests))"
        }
    }

    struct SignMeaning: Hashable {
        var sign: BoardArt.SquareSign
        var words: String
    }

    struct SeriesEnd: Hashable {
        let headline: String
        let sentence: String
    }

    struct OtherMatch: Hashable {
        var names: String
        var score: String
        var art: BoardArt
    }

    var match: Match
    let numbering: SquareNumbering
    var circle: PlayerTexts
    var cross: PlayerTexts
    var headline: String
    /// The reason for the round's end, to follow the headline; the longest form first.
    var reasons: [String] = []
    var isOwnTurn = false
    /// True for the viewer's turn or win, which highlight the headline.
    var isGoodNews = false
    /// The viewer's piece; nil for a spectator.
    var ownPiece: Piece?
    var clock = RoundTimes()
    /// The moves of the round; nil if the board does not show them, or if some are unknown.
    var moves: [Square]?
    var audience = Audience()
    var choices: [Choice] = []

    var cursor: Square?
    /// True if the cursor marks the answer to a puzzle.
    var isAnswer = false
    /// True if the cursor is also shown during the opponent's turn.
    var canChooseAhead = false
    var refusedSquare: Square?
    var signs: [Square: BoardArt.SquareSign] = [:]
    var legend: [SignMeaning] = []
    var arrivingSquare: Square?
    /// The winning squares that the animation has not highlighted yet.
    var unfilled: SquareSet = []
    var isAnimated = false

    /// The number of wins that ends the series, or the time limit for a move in a correspondence
    /// game, in words.
    var terms = ""
    /// The value of the position for circle; nil if the viewer is a player, and after the round.
    var worth: PerfectPlayResult?
    /// The results that moves have missed, by the index of the move.
    var slips: [Int: MoveJudgement.MissedResult] = [:]

    var seriesTarget: SeriesTarget?
    /// The end of the series, shown on the whole screen; nil until a player has won the series.
    var seriesEnd: SeriesEnd?
    /// The lines shown instead of the score and the moves.
    var story: [String] = []
    var hint = ""
    /// The score of all matches between the viewer and the opponent, in words; empty if unknown.
    var headToHeadScore = ""
    /// The number of practice rounds. The match's score counts them as draws.
    var practiceRounds = 0
    /// True for a puzzle or a correspondence game, because these have no score.
    var isSingleRound = false
    /// True if both players share a keyboard.
    var playsBothSides = false
    /// All keys of the screen, shown beside the board if there is room.
    var keys: [ScreenAction] = []
    var otherMatches: [OtherMatch] = []

    /// Returns the headline with the longest reason that fits, or without a reason if none fits.
    func headlineWithReason(fitting columns: Int) -> String {
        let forms = reasons.map { "\(headline) — \($0)" }
        return forms.first { $0.columns <= columns } ?? headline
    }

    var headlineStyle: Style { isGoodNews ? .ownTurn : .strong }

    func playerTexts(of piece: Piece) -> PlayerTexts {
        switch piece {
        case .circle: circle
        case .cross: cross
        }
    }

    /// Returns true for the viewer's piece, unless the viewer plays both sides or the name shown is
    /// already "you".
    func needsYouMark(beside piece: Piece) -> Bool {
        ownPiece == piece && !playsBothSides && playerTexts(of: piece).name != LobbyWords.you
    }

    /// A player's recent phrase after the player's name, for a layout without room beside the
    /// names; nil if neither player has one.
    var phraseLine: String? {
        [circle, cross].first { !$0.phrase.isEmpty }.map { "\($0.name): \($0.phrase)" }
    }

    /// Returns the result of the series; nil if the series is not decided.
    func seriesResult(by record: MatchRecord) -> String? {
        guard record.isDecided else { return nil }
        return MatchTermsWords.seriesResult(in: match.score) { playerTexts(of: $0).name }
    }

    var isPractice: Bool { match.isPractice }

    var score: Score { match.score.withoutDraws(practiceRounds) }

    /// Returns the headline in large letters. Returns nil during the round, if the letters do not
    /// fit, or if a character has no large form.
    func bigHeadlineAfterRound(fitting columns: Int) -> BigText? {
        guard match.outcome != nil, let big = BigText(headline), big.columns <= columns else {
            return nil
        }
        return big
    }

    var scoreLine: String {
        guard !isSingleRound else { return terms }
        let practice = isPractice ? "\(UndoWords.practiceMark)  " : ""
        return practice + "\(Piece.circle.letter) \(circle.name) \(score.figures) "
            + "\(cross.name) \(Piece.cross.letter)"
    }

    var art: BoardArt {
        var art = BoardArt(match.board)
        art.winners = (match.outcome?.winningSquares ?? []).subtracting(unfilled)
        art.arrivingSquare = arrivingSquare
        art.numbering = numbering
        art.signs = signs
        art.showsNumbers = match.outcome == nil && ownPiece != nil
        let isFree = cursor.map { match.board[$0] == nil } ?? false
        let isOpen = isOwnTurn || canChooseAhead
        art.cursor = isOpen && isFree || isAnswer ? cursor : nil
        art.refusedSquare = refusedSquare
        art.pieceAtCursor = isOwnTurn ? match.next : nil
        art.lastMove = match.outcome == nil ? moves?.last : nil
        return art
    }
}

extension BoardView {
    /// Sets the number of wins that the series needs. If the round has ended, the series is decided
    /// and `sentence` is not nil, also sets the end of the series.
    mutating func setSeriesTargetAndEnd(
        from record: MatchRecord, for piece: Piece? = nil, sentence: String?
    ) {
        seriesTarget = record.terms.target
        terms = seriesTarget.map(MatchTermsWords.firstTo) ?? ""
        guard let sentence, record.isDecided, record.match.outcome != nil else { return }
        seriesEnd = SeriesEnd(
            headline: MatchTermsWords.seriesHeadline(ofEnd: record.match.score, for: piece),
            sentence: sentence)
    }
}

extension GameContext {
    func choice(
        _ intent: Intent, _ words: String, remark: String = "", isUrgent: Bool = false
    ) -> BoardView.Choice {
        .init(key: keyName(intent), words: words, remark: remark, isUrgent: isUrgent)
    }
}

extension BoardView.RoundTimes {
    /// Sets the time left for a move, if it is known, and the limit. Does nothing without a limit.
    mutating func setTimeLeft(
        _ left: Duration?, of limit: MoveTimeLimit?, isWaiting: Bool = false
    ) {
        guard let limit else { return }
        countdown = left.map {
            .init(seconds: $0.secondsRoundedUp, limit: limit.rawValue, isWaiting: isWaiting)
        }
        limitForms = [ClockWords.perMove(limit)]
    }
}

extension BoardView.Audience {
    /// Creates the audience of a match. `viewer` is the key of the viewer's Watcher; nil for a
    /// player, and for a picture that several spectators share.
    init(of key: ObjectKey, in lobbyState: LobbyState, viewer: ObjectKey? = nil) {
        let watchers = lobbyState.watchers
        var names = watchers.names(watching: key)
        if let watcher = viewer.flatMap({ watchers[$0] }), watcher.match == key {
            let index = watcher.name.flatMap { names.firstIndex(of: $0.text) }
            if let index { names.remove(at: index) }
            names.insert(LobbyWords.you, at: 0)
        }
        self.init(count: watchers.count(watching: key), names: names)
    }
}

/// Judgement of a round by the complete game tree, for spectators.
extension BoardView {
    mutating func judgePositionAndMoves() {
        worth = match.outcome == nil ? match.position.perfectPlayResult(for: .circle) : nil
        var position = Position(first: .first(inRound: match.round))
        for (index, square) in (moves ?? []).enumerated() {
            slips[index] = MoveJudgement(on: square, in: position)?.slip
            guard (try? position.play(square)) != nil else { return }
        }
    }

    /// Draws the value of the position as a bar between the two pieces, and in words beside the
    /// bar. Does nothing without a value.
    func drawPositionValueBar(on canvas: inout Canvas) {
        guard let worth else { return }
        let cells = 16
        let own = worth.filledCells(of: cells)
        canvas.write(Piece.circle.letter, at: .topLeft, .circle)
        for cell in 0..<cells {
            canvas.put(
                "▄", at: Point(row: 0, column: 2 + cell), cell < own ? .circle : .cross)
        }
        canvas.write(Piece.cross.letter, at: Point(row: 0, column: 3 + cells), .cross)
        let start = 6 + cells
        canvas.write(
            MoveJudgementWords.leadingSide(worth), at: Point(row: 0, column: start),
            width: max(0, canvas.size.columns - start), .faint)
    }
}

extension PerfectPlayResult {
    /// Returns the number of the bar's cells in circle's colour: half of the cells for a draw. The
    /// sooner circle wins, or the later circle loses, the more cells have this colour.
    fileprivate func filledCells(of cells: Int) -> Int {
        switch self {
        case .draws: cells / 2
        case .wins(let moves): cells - moves + 1
        case .loses(let moves): moves - 1
        }
    }
}

enum BoardWords {
    static let toMove = "to move"
    static let lobby = "Lobby"
    static let waitingForMatch = "Waiting for the next match."
    static let leadsToList = "Esc: back to the list."
    static let chooseSquare = "Choose a square: arrows or 1-9."

    static func title(against name: String) -> String { "against \(name)" }

    static func move(_ number: Int) -> String { "move \(number)" }

    static func headline(ofMoveBy name: String) -> String { "\(name) \(toMove)" }

    static func thinkingTime(_ duration: Duration) -> String { "thinking \(duration.age)" }

    static func thinking(_ name: String) -> String { "\(name) is thinking." }

    static func numberKeyHint(_ piece: String) -> String {
        "Number keys place your \(piece) right away."
    }

    static func idleHint(_ name: String, claim key: String) -> String {
        "\(name) has pressed no key for a minute. \(key) claims the round."
    }

    static func shortIdleHint(claim key: String) -> String { "No key for a minute. \(key): claim" }

    static let idle = "no key"

    /// Returns the reason for a player's absence, with the time left to return. In a wide window,
    /// adds the time until the round can be claimed, if that time is still to come.
    static func absenceHint(
        _ name: String, _ absence: Absence, claimDue due: Instant?, in size: Size, at now: Instant
    ) -> String {
        let words = "\(name) \(absence.words): \(absence.until.secondsCountdown(from: now))"
        guard size.columns >= TitleBar.wide else { return words }
        guard let due, due > now else { return "\(words) to return." }
        let wait = due.secondsCountdown(from: now)
        return "\(words) to return. You can claim the round in \(wait)."
    }

    /// Returns the reply to a user who tries to end the round of an absent opponent too early.
    static func roundCanBeEnded(in wait: String, isClaimable: Bool) -> String {
        "You can \(isClaimable ? "claim or end" : "end") the round in \(wait)."
    }
}
