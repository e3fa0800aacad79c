internal import Drawing

struct QuestionWords: Hashable, Sendable {
    let question: String
    /// The question for a window without room for `question`; nil to cut that.
    let short: String?
    let no: String
    let yes: String

    init(
        _ question: String, short: String? = nil, no: String = AnswerWords.playOn, yes: String
    ) {
        self.question = question
        self.short = short
        self.no = no
        self.yes = yes
    }
}

/// A question in the line above the keys, for example before an action that can't be undone. The
/// answer "no" comes first, and is selected by default.
struct Question: Overlay {
    typealias Action = @Sendable (inout GameContext) -> Void

    static let actionTable = ActionTable(
        "When you answer a question",
        [
            .chooseByArrows("choose an answer", keyNames: "←→"),
            .enter("answer", "confirm your answer"),
            ScreenAction(
                "y n", nil, "answer yes or no right away",
                keys: [("y", .answer(true)), ("n", .answer(false))]),
            .close, .help, .redraw,
        ])

    private let words: @Sendable (GameContext) -> QuestionWords
    private let endsByControlC: Bool
    private let isWanted: @Sendable (GameContext) -> Bool
    private let yes: Action
    private let no: Action
    private var isYesChosen: Bool

    /// Creates a question. Its words may change while it is open. If `endsByControlC`, Ctrl-C quits
    /// the program. The question closes when `isWanted` returns false.
    init(
        _ words: @escaping @Sendable (GameContext) -> QuestionWords, isYesChosen: Bool = false,
        endsByControlC: Bool = false,
        while isWanted: @escaping @Sendable (GameContext) -> Bool = { _ in true },
        no: @escaping Action = { _ in }, yes: @escaping Action
    ) {
        self.words = words
        self.isYesChosen = isYesChosen
        self.endsByControlC = endsByControlC
        self.isWanted = isWanted
        self.no = no
        self.yes = yes
    }

    var actions: [ScreenAction]? { Self.actionTable.rows }

    func isStillWanted(in game: GameContext) -> Bool { isWanted(game) }

    /// Handles Ctrl-C if it quits the program.
    func handle(_ event: TerminalInputEvent, _ game: inout GameContext) -> OverlayOutcome? {
        guard endsByControlC, event == .key(.character("c"), .control) else { return nil }
        game.leaveProgram()
        return .staysOpen
    }

    mutating func handle(_ intent: Intent, _ game: inout GameContext) -> OverlayOutcome {
        switch intent {
        case .answer(let isYes): return answer(isYes, &game)
        case .confirm: return answer(isYesChosen, &game)
        case .back, .quit: return answer(false, &game)
        case .move, .nextItem, .previousItem: isYesChosen.toggle()
        default: game.reply(AnswerWords.howToAnswer)
        }
        return .staysOpen
    }

    private func answer(_ isYes: Bool, _ game: inout GameContext) -> OverlayOutcome {
        isYes ? yes(&game) : no(&game)
        return .closes
    }

    func click(_ point: Point, _ game: inout GameContext) -> OverlayOutcome {
        guard point.row == game.size.rows - 2,
            let part = questionAndAnswers(in: game).answers.first(where: {
                $0.columns.contains(point.column)
            })
        else { return .staysOpen }
        return answer(part.isYes, &game)
    }

    func draw(_ game: GameContext, on canvas: inout Canvas) {
        let row = canvas.size.rows - 2
        let (question, answers) = questionAndAnswers(in: game)
        canvas.write(question, at: Point(row: row, column: 1), .warning)
        for (word, isYes, columns) in answers {
            let start = Point(row: row, column: columns.lowerBound)
            let isChosen = isYes == isYesChosen
            if isChosen { canvas.showCursor(at: start) }
            canvas.write(" \(word) ", at: start, isChosen ? .selected : .plain)
        }
    }

    /// Returns the question, in its short form or cut to fit, and the answers with their columns.
    /// Without room for the long answers, the answers are "no" and "yes".
    private func questionAndAnswers(
        in game: GameContext
    ) -> (question: String, answers: [(word: String, isYes: Bool, columns: Range<Int>)]) {
        let columns = game.size.columns
        let long = words(game)
        let hasRoom = long.questionColumns(in: columns) >= long.question.columns
        let words = hasRoom ? long : long.withShortAnswers
        let room = words.questionColumns(in: columns)
        let isCut = words.question.columns > room
        let question = (isCut ? words.short ?? words.question : words.question)
            .shortened(toColumns: room)
        let no = 1 + question.columns + 2
        let yes = no + words.no.columns + 3
        return (
            question,
            [
                (words.no, false, no..<no + words.no.columns + 2),
                (words.yes, true, yes..<yes + words.yes.columns + 2),
            ]
        )
    }
}

extension QuestionWords {
    /// Returns the number of columns for the question, beside its answers in a window of this
    /// width.
    fileprivate func questionColumns(in columns: Int) -> Int {
        max(0, columns - no.columns - yes.columns - 8)
    }

    fileprivate var withShortAnswers: QuestionWords {
        QuestionWords(question, short: short, no: AnswerWords.no, yes: AnswerWords.yes)
    }
}

private enum AnswerWords {
    static let no = "no"
    static let yes = "yes"
    static let playOn = "play on"
    static let howToAnswer = "Choose with ←→ and press Enter."
}
