internal import Drawing
package import Game
internal import Lobby
internal import Records
internal import SimperiumClock
internal import SimperiumJSON
internal import Visit
internal import Wording

struct ReplayScreen: Screen {
    static let actionTable = ActionTable(
        "In a replay",
        [
            ScreenAction(
                "←→", "step", "go one move back or forward", also: "h j k l",
                keys: ScreenAction.arrows + ScreenAction.tabs),
            ScreenAction("Space", "play", "play or pause the moves", on: " ", does: .autoplay),
            .explain, .copyRound,
            ScreenAction(
                "Home", nil, "go to the start", on: KeyStroke(.home), does: .first),
            ScreenAction("End", nil, "go to the end", on: KeyStroke(.end), does: .last),
            .retry,
        ] + ScreenAction.common)

    private var replay: Replay?
    private var origin = ScreenName.lobby

    init() {}

    /// Creates a replay that shows the end of a round, with the notes.
    init(_ round: PlayedRound, from origin: ScreenName) {
        var replay = Replay(round)
        replay.handle(.toggleNotes, at: .start)
        replay.handle(.goToEnd, at: .start)
        self.replay = replay
        self.origin = origin
    }

    mutating func handle(_ intent: Intent, _ game: inout GameContext) {
        switch intent {
        case .move(.left), .move(.up), .previousItem: replay?.handle(.step(-1), at: game.now)
        case .move(.right), .move(.down), .nextItem: replay?.handle(.step(1), at: game.now)
        case .first: replay?.handle(.goToStart, at: game.now)
        case .last: replay?.handle(.goToEnd, at: game.now)
        case .autoplay: replay?.handle(.play, at: game.now)
        case .explain: replay?.handle(.toggleNotes, at: game.now)
        case .copy:
            if let round = replay?.round { game.copyToClipboard(ReplayWords.shareText(round)) }
        case .back: returnToOriginOrLobby(&game)
        default: break
        }
    }

    /// Returns to the screen that opened the replay. If the match of that screen no longer exists,
    /// goes to the lobby.
    private func returnToOriginOrLobby(_ game: inout GameContext) {
        let isOver =
            origin == .match && game.program.visit?.own == nil
            || origin == .localGame && game.table == nil
        game.currentScreen = isOver ? .lobby : origin
    }

    mutating func wake(_ game: inout GameContext) { replay?.wake(at: game.now) }

    func nextDeadline(in game: GameContext) -> Instant? { replay?.nextDeadline }

    func title(in game: GameContext) -> String {
        replay.map { ReplayWords.sectionTitle($0.round.circle, $0.round.cross) } ?? ""
    }

    func showsTimeInSeconds(in game: GameContext) -> Bool { rematchHint(in: game) != nil }

    func hint(in game: GameContext) -> String {
        rematchHint(in: game) ?? picture(in: game)?.hint ?? ""
    }

    /// Returns the line about the opponent's offer of a rematch, with the time left to answer on
    /// the board's screen. Returns nil without such an offer.
    private func rematchHint(in game: GameContext) -> String? {
        guard let (own, match) = game.ownMatch, let due = own.answerDue,
            match.record?.wantsRematch.contains(own.piece.opponent) == true
        else { return nil }
        let left = due.secondsCountdown(from: game.now)
        return game.fitting(
            ReplayScreenWords.rematchOffer(by: own.opponentName, left),
            ReplayScreenWords.shortRematchOffer(left))
    }

    func draw(_ drawing: DrawingContext, on canvas: inout Canvas) {
        picture(in: drawing.game)?.draw(on: &canvas)
    }

    private func picture(in game: GameContext) -> ReplayPicture? {
        replay.map {
            ReplayPicture($0, numbering: game.numbering, size: game.size)
        }
    }
}

extension GameContext {
    /// Opens the replay of a round that has ended in `match`. If `round` is nil, shows the reason.
    mutating func openReplay(_ round: PlayedRound?, of match: Match?, from origin: ScreenName) {
        guard let round else { return explainMissingRound(of: match) }
        open(ReplayScreen(round, from: origin), at: .replay)
    }

    /// Copies a round that has ended in `match`. If `round` is nil, shows the reason.
    mutating func copyToClipboard(_ round: PlayedRound?, of match: Match?) {
        guard let round else { return explainMissingRound(of: match) }
        copyToClipboard(ReplayWords.shareText(round))
    }

    private mutating func explainMissingRound(of match: Match?) {
        reply(match?.outcome == nil ? ReplayWords.noRoundToReplay : ReplayWords.cannotReplay)
    }

    mutating func copyToClipboard(_ text: String) {
        effects.append(.show(.copy(text)))
        reply(JoinInstructionWords.copiedToClipboard(text))
    }
}

private enum ReplayScreenWords {
    static func rematchOffer(by opponent: String, _ left: String) -> String {
        "\(opponent) wants a rematch: Esc goes back to answer, \(left) left."
    }

    static func shortRematchOffer(_ left: String) -> String { "Rematch? \(left) left, Esc: back." }
}

struct ReplayPicture {
    private let replay: Replay
    private let numbering: SquareNumbering
    private let layout: ScreenSizeClass
    private let plan: BoardAndPanelLayout
    private let strip: ReplayBoardStrip?
    private let columns: Int

    init(_ replay: Replay, numbering: SquareNumbering, size: Size) {
        self.replay = replay
        self.numbering = numbering
        layout = ScreenSizeClass(size)
        columns = size.columns - 2
        let top = layout == .tiny ? 1 : 2
        let bottom = layout == .full ? 3 : 2
        let room = Area(
            row: top, column: 0, rows: size.rows - top - bottom, columns: size.columns)
        strip = layout == .full ? ReplayBoardStrip(replay, numbering, in: room) : nil
        let rest = room.size.rows - (strip?.rows ?? 0)
        plan = BoardAndPanelLayout(
            Area(row: top, column: 0, rows: rest, columns: size.columns), layout)
    }

    var hint: String {
        ReplayWords.hintLineVariants(replay, numbering).first(fitting: columns)
    }

    func draw(on canvas: inout Canvas) {
        art.draw(at: plan.board.origin, scale: plan.scale, on: &canvas)
        strip?.draw(on: &canvas)
        guard let panel = plan.panel else {
            let row = layout == .tiny ? 0 : 1
            canvas.write(
                ReplayWords.headline(replay), at: Point(row: row, column: 1),
                width: canvas.size.columns - 2, .strong)
            return
        }
        canvas.drawInside(panel) { drawPanel(on: &$0) }
    }

    private var art: BoardArt {
        let position = replay.position
        var art = BoardArt(
            position.board, winners: replay.outcome?.winningSquares ?? [], showsNumbers: false)
        art.numbering = numbering
        art.cursor = replay.lastMove
        if let note = replay.note {
            let before = replay.round.position(after: replay.count - 1)
            for square in note.better {
                art.signs[square] = before.perfectPlayResult(of: square).map(
                    BoardArt.SquareSign.init)
            }
        }
        return art
    }

    private func drawPanel(on canvas: inout Canvas) {
        let isTall = canvas.size.rows >= 14
        var row = isTall ? 1 : 0
        canvas.write(ReplayWords.headline(replay), at: Point(row: row, column: 0), .strong)
        row += isTall ? 2 : 1
        for piece in [Piece.circle, .cross] {
            canvas.write(piece.letter, at: Point(row: row, column: 2), piece.style)
            canvas.write(
                replay.round.name(of: piece), at: Point(row: row, column: 4),
                width: canvas.size.columns - 4)
            row += 1
        }
        row += isTall ? 1 : 0
        canvas.drawInside(rowsFrom: row) { drawMoves(on: &$0) }
    }

    /// Draws as many moves of the round as fit, including the current move.
    private func drawMoves(on canvas: inout Canvas) {
        let count = replay.round.moves.count
        let rows = canvas.size.rows
        let first = max(0, min(replay.count - (rows + 1) / 2, count - rows))
        for (row, index) in (first..<min(count, first + max(0, rows))).enumerated() {
            drawMove(index, row: row, on: &canvas)
        }
    }

    private func drawMove(_ index: Int, row: Int, on canvas: inout Canvas) {
        let isMade = index < replay.count
        if index == replay.count - 1 { canvas.put("▸", at: Point(row: row, column: 0), .strong) }
        canvas.write("\(index + 1)", at: Point(row: row, column: 2), .faint)
        let piece = replay.round.mover(of: index)
        canvas.write(
            piece.letter, at: Point(row: row, column: 4), isMade ? piece.style : .faint)
        let square = numbering.number(of: replay.round.moves[index])
        canvas.write("\(square)", at: Point(row: row, column: 6), isMade ? .plain : .faint)
        guard isMade, replay.showsNotes, let note = replay.round.judgement(on: index) else {
            return
        }
        canvas.write(
            MoveJudgementWords.short(note), at: Point(row: row, column: 9),
            width: canvas.size.columns - 9, note.slip == nil ? .plain : .warning)
    }
}

/// The boards after each move, side by side below the large board.
struct ReplayBoardStrip {
    private static let gap = 2
    /// The minimum height of the room, in rows, that leaves enough for a large board.
    private static let leastRoom = 33

    private let replay: Replay
    private let numbering: SquareNumbering
    private let scale: BoardScale
    private let origin: Point
    /// The number of rows, with the captions and an empty row above.
    let rows: Int

    /// Creates the strip; returns nil if there are no moves, or if there is too little room for all
    /// boards.
    init?(_ replay: Replay, _ numbering: SquareNumbering, in room: Area) {
        let count = replay.round.moves.count
        guard count > 0, room.size.rows >= Self.leastRoom else { return nil }
        func columns(_ scale: BoardScale) -> Int {
            count * (scale.boardSize.columns + Self.gap) - Self.gap
        }
        let fitting = [BoardScale.letters, .two, .three].last {
            columns($0) <= room.size.columns - 2 && 3 * ($0.boardSize.rows + 2) <= room.size.rows
        }
        guard let scale = fitting else { return nil }
        self.replay = replay
        self.numbering = numbering
        self.scale = scale
        rows = scale.boardSize.rows + 2
        origin = Point(
            row: room.rows.upperBound - rows + 1,
            column: (room.size.columns - columns(scale)) / 2)
    }

    func draw(on canvas: inout Canvas) {
        let size = scale.boardSize
        for (index, square) in replay.round.moves.enumerated() {
            let column = origin.column + index * (size.columns + Self.gap)
            var art = BoardArt(replay.round.position(after: index + 1).board, showsNumbers: false)
            if index + 1 == replay.round.moves.count {
                art.winners = replay.round.outcome?.winningSquares ?? []
            }
            art.draw(at: Point(row: origin.row, column: column), scale: scale, on: &canvas)
            let piece = replay.round.mover(of: index)
            let words = "\(index + 1) \(piece.letter) \(numbering.number(of: square))"
            let isShown = index + 1 == replay.count
            let caption = Point(row: origin.row + size.rows, column: column)
            let taken = canvas.write(
                (isShown ? "▸ " : "  ") + words, at: caption, isShown ? .strong : .faint)
            guard replay.showsNotes, let slip = replay.round.judgement(on: index)?.slip else {
                continue
            }
            canvas.write(
                slip.mark, at: Point(row: caption.row, column: column + taken), .warning)
        }
    }
}

/// A round as a recording for asciinema, version 2: a header, and the timed output to a terminal.
package enum RoundAsciicast {
    private static let size = Size(rows: 24, columns: 80)

    package static func lines(_ round: PlayedRound) -> [String] {
        var capabilities = Capabilities()
        capabilities.hasReports = false
        var painter = ANSIPainter(capabilities, theme: .dark)
        var replay = Replay(round)
        replay.handle(.toggleNotes, at: .start)
        var lines = [JSON.object(header(of: round)).description]
        for second in 0...round.moves.count {
            var output: [UInt8] = []
            if second == 0 { painter.prepareTerminal([], &output) }
            painter.paint(picture(of: replay), &output)
            lines.append(event(at: second, String(decoding: output, as: UTF8.self)))
            replay.handle(.step(1), at: .start)
        }
        // The last picture stays for a while, and then the cursor is shown.
        return lines + [event(at: round.moves.count + 3, "\u{1B}[?25h\r\n")]
    }

    private static func header(of round: PlayedRound) -> JSONObject {
        [
            "version": 2, "width": JSON(size.columns), "height": JSON(size.rows),
            "title": JSON(ReplayWords.sectionTitle(round.circle, round.cross)),
            "env": ["TERM": "xterm-256color"], PlayedRound.castMember: .object(round.json),
        ]
    }

    private static func event(at second: Int, _ output: String) -> String {
        JSON.array([JSON(second), "o", JSON(output)]).description
    }

    private static func picture(of replay: Replay) -> Canvas {
        var canvas = Canvas(size)
        let picture = ReplayPicture(replay, numbering: .page, size: size)
        TitleBar(section: ReplayWords.sectionTitle(replay.round.circle, replay.round.cross)).draw(
            on: &canvas)
        picture.draw(on: &canvas)
        canvas.drawHorizontalRule(at: Point(row: size.rows - 3, column: 0), columns: size.columns)
        canvas.write(
            picture.hint, at: Point(row: size.rows - 2, column: 1), width: size.columns - 2, .faint)
        return canvas
    }
}
