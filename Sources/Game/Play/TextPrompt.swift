internal import Drawing
internal import Lobby
internal import Visit
internal import Wording

/// A field for a text, with a question and an explanation.
struct TextPrompt: Overlay {
    /// The kind of text, which determines its limits and the picture of the prompt.
    enum Field: Sendable {
        case plain
        /// A password, which is shown as asterisks.
        case secret
        /// The player's own name, limited to the width of a name.
        case ownName
        /// The player's own name at the first start. Esc restores the suggested name. If the text
        /// was not changed, Esc quits, because there is no earlier screen.
        case firstName
        /// A text whose effect on the screen is visible, because the prompt occupies only the line
        /// above the keys. The function gets the text after each edit, and an empty text for Esc.
        case search(@Sendable (String, inout GameContext) -> Void)
    }

    /// The maximum number of scalars. The longest name has two combining marks on each letter.
    private static let longest = 3 * PlayerName.widest
    /// The maximum width of a text that is not secret, in cells.
    private static let widest = 24
    private static let longestSecret = 256

    private let question: String
    private let explanation: String
    private let field: Field
    private let check: @Sendable (String, inout GameContext) -> String?
    private let suggestedText: String
    private var text: String
    private var flaw: String?

    /// Creates a prompt. `check` uses the text and returns nil, or returns the reason why the text
    /// is not valid.
    init(
        _ words: (question: String, explanation: String), _ field: Field = .plain,
        text: String = "", check: @escaping @Sendable (String, inout GameContext) -> String?
    ) {
        (question, explanation) = words
        self.field = field
        self.check = check
        (suggestedText, self.text) = (text, text)
    }

    /// Creates a prompt for a name. `use` gets the name once it is valid.
    init(
        _ words: (question: String, explanation: String), _ field: Field = .plain,
        name: PlayerName?, use: @escaping @Sendable (PlayerName, inout GameContext) -> Void
    ) {
        self.init(words, field, text: name?.text ?? "") { text, game in
            do throws(NameFlaw) {
                use(try PlayerName(text), &game)
                return nil
            } catch {
                return error.sentence
            }
        }
    }

    /// Creates a prompt for a search.
    init(
        _ question: String, text: String,
        change: @escaping @Sendable (String, inout GameContext) -> Void
    ) {
        self.init((question, ""), .search(change), text: text) { _, _ in nil }
    }

    /// Returns the prompt with the reason why its text was refused.
    func showing(_ flaw: String) -> TextPrompt {
        var prompt = self
        prompt.flaw = flaw
        return prompt
    }

    /// The keys for the last line. All other keys type text.
    var actions: [ScreenAction]? {
        let enter = ScreenAction(
            "Enter", "done", "enter the text", on: KeyStroke(.enter), does: .confirm)
        guard isAtFirstStart else { return [enter, .back] }
        let quit = ScreenAction(
            "Ctrl-C", TextPromptWords.quit, "quit the game", on: .control("c"), does: .quit)
        let escape = text == suggestedText ? TextPromptWords.quit : TextPromptWords.undo
        return [enter, .back.withLastLineWord(escape), quit]
    }
    var coversScreen: Bool { search == nil }
    var pausesSearch: Bool { true }
    func hint(in game: GameContext) -> String? { search == nil ? nil : "" }

    var isSecret: Bool { if case .secret = field { true } else { false } }
    private var isAtFirstStart: Bool { if case .firstName = field { true } else { false } }
    private var search: (@Sendable (String, inout GameContext) -> Void)? {
        if case .search(let change) = field { change } else { nil }
    }

    /// Returns false for the first prompt for a name, if a sign-in has given the player a name;
    /// otherwise true.
    func isStillWanted(in game: GameContext) -> Bool { !isAtFirstStart || game.isNaming }

    /// Handles all events but clicks, because most keys are typed text.
    mutating func handle(
        _ event: TerminalInputEvent, _ game: inout GameContext
    ) -> OverlayOutcome? {
        let before = text
        switch event {
        case .key(.escape, _): return handle(.back, &game)
        case .key(.character("c"), .control): return handle(.quit, &game)
        case .key(.enter, _): return handle(.confirm, &game)
        case .key(.backspace, _): replaceText(with: String(text.dropLast()))
        case .key(.character("u"), .control): replaceText(with: "")
        case .key(.character(let scalar), let modifiers)
        where modifiers.isDisjoint(with: [.control, .alt]):
            appendWithinLimits(String(scalar))
        case .paste(let text): appendWithinLimits(text)
        case .mouse(.press(.left), _, _): return nil
        case .key, .mouse: break
        }
        if text != before { search?(text, &game) }
        return .staysOpen
    }

    /// Handles the keys of `actions`, and a click on one of them in the last line.
    mutating func handle(_ intent: Intent, _ game: inout GameContext) -> OverlayOutcome {
        switch intent {
        case .confirm:
            guard let flaw = check(text, &game) else { return .closes }
            self.flaw = flaw
        case .back where !isAtFirstStart:
            search?("", &game)
            return .closes
        case .back where text != suggestedText: replaceText(with: suggestedText)
        case .quit where !isAtFirstStart: return .closes
        case .back, .quit: game.leaveProgram()
        default: break
        }
        return .staysOpen
    }

    private mutating func replaceText(with other: String) {
        (text, flaw) = (other, nil)
    }

    private mutating func appendWithinLimits(_ typed: String) {
        flaw = nil
        for scalar in typed.typedLine {
            let longest = isSecret ? Self.longestSecret : Self.longest
            guard text.unicodeScalars.count < longest else { return }
            let longer = text + String(scalar)
            switch field {
            case .secret: break
            case .plain, .search: guard longer.columns <= Self.widest else { return }
            case .ownName, .firstName:
                guard longer.columns <= PlayerName.widest else {
                    return flaw = NameFlaw.tooWide.sentence
                }
            }
            text = longer
        }
    }

    func draw(_ game: GameContext, on canvas: inout Canvas) {
        search == nil ? drawPanel(on: &canvas) : drawLine(on: &canvas)
    }

    private func drawLine(on canvas: inout Canvas) {
        let row = canvas.size.rows - 2
        canvas.fill(Area(row: row, column: 0, rows: 1, columns: canvas.size.columns))
        let start = 2 + canvas.write(question, at: Point(row: row, column: 1), .strong)
        let room = max(1, canvas.size.columns - start - 1)
        canvas.write(text, at: Point(row: row, column: start), width: room, .input)
        canvas.showCursor(at: Point(row: row, column: start + min(text.columns, room - 1)))
    }

    private func drawPanel(on canvas: inout Canvas) {
        let columns = min(60, canvas.size.columns - 6)
        let below = flaw ?? explanation
        let wrapped = below.wrapped(toColumns: columns)
        let lines = wrapped.count <= max(1, canvas.size.rows - 9) ? wrapped : [below]
        let shown = isSecret ? String(repeating: "*", count: text.utf8.count) : text
        canvas.drawPanel(
            question, rows: 2 + lines.count, columns: columns, hasLogo: isAtFirstStart
        ) { canvas in
            let field = min(28, canvas.size.columns)
            canvas.write(shown, at: .topLeft, width: field, .input)
            canvas.showCursor(at: Point(row: 0, column: min(shown.columns, field - 1)))
            for (row, line) in zip(2..., lines) {
                canvas.write(
                    line, at: Point(row: row, column: 0), width: canvas.size.columns,
                    flaw == nil ? .faint : .warning)
            }
        }
    }
}

extension String {
    /// The first line of typed or pasted text, without characters that act on a terminal.
    var typedLine: [Unicode.Scalar] {
        unicodeScalars.prefix { $0 != "\n" && $0 != "\r" }
            .filter { $0.properties.generalCategory != .control }
    }
}

private enum TextPromptWords {
    static let quit = "quit"
    static let undo = "undo"
}
