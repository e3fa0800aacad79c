internal import Drawing
internal import Lobby
internal import Visit
internal import Wording

/// A field for a text, with a question and an explanation.
struct TextPrompt: Overlay {
    /// The maximum number of scalars. The longest name has two combining marks on each letter.
    private static let longest = 3 * PlayerName.widest
    /// The maximum width of a text that is not secret, in cells.
    private static let widest = 24
    private static let longestSecret = 256

    /// The suggested name in the prompt at the first start; nil for other prompts. Esc restores the
    /// suggested name. If the text was not changed, Esc quits, because there is no earlier screen.
    private let suggestedName: String?
    private let question: String
    private let explanation: String
    let isSecret: Bool
    /// True if the text is the player's own name. The text is then limited to the width of a name.
    private let isName: Bool
    private let check: @Sendable (String, inout GameContext) -> String?
    /// The function called with the text after each edit, and with an empty text for Esc; nil if
    /// the text is used after Enter. A prompt with this function occupies only the line above the
    /// keys, so that the function's effect on the screen is visible.
    private let change: (@Sendable (String, inout GameContext) -> Void)?
    private var text: String
    private var flaw: String?

    /// Creates a prompt. `check` uses the text and returns nil, or returns the reason why the text
    /// is not valid.
    init(
        _ words: (question: String, explanation: String), text: String = "",
        isAtFirstStart: Bool = false, isSecret: Bool = false, isName: Bool = false,
        check: @escaping @Sendable (String, inout GameContext) -> String?
    ) {
        (question, explanation) = words
        self.text = text
        suggestedName = isAtFirstStart ? text : nil
        self.isSecret = isSecret
        self.isName = isName
        self.check = check
        change = nil
    }

    /// Creates a prompt for a player's name, or with `isName: false` for the name of an account.
    /// `use` gets the name once it is valid.
    init(
        _ words: (question: String, explanation: String), name: PlayerName?,
        isAtFirstStart: Bool = false, isName: Bool = true,
        use: @escaping @Sendable (PlayerName, inout GameContext) -> Void
    ) {
        self.init(
            words, text: name?.text ?? "", isAtFirstStart: isAtFirstStart, isName: isName
        ) { text, game in
            do throws(NameFlaw) {
                use(try PlayerName(text), &game)
                return nil
            } catch {
                return error.sentence
            }
        }
    }

    /// Creates a prompt of one line, which calls `change` after each edit of the text, and with an
    /// empty text for Esc.
    init(
        _ question: String, text: String,
        change: @escaping @Sendable (String, inout GameContext) -> Void
    ) {
        (self.question, explanation) = (question, "")
        self.text = text
        (suggestedName, isSecret, isName) = (nil, false, false)
        check = { _, _ in nil }
        self.change = change
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
        guard let suggestedName else { return [enter, .back] }
        let quit = ScreenAction(
            "Ctrl-C", TextPromptWords.quit, "quit the game", on: .control("c"), does: .quit)
        let escape = text == suggestedName ? TextPromptWords.quit : TextPromptWords.undo
        return [enter, .back.withLastLineWord(escape), quit]
    }
    var coversScreen: Bool { change == nil }
    func hint(in game: GameContext) -> String? { change == nil ? nil : "" }
    private var isAtFirstStart: Bool { suggestedName != nil }

    /// Returns false for the first prompt for a name, if a sign-in has given the player a name;
    /// otherwise true.
    func isStillWanted(in game: GameContext) -> Bool { !isAtFirstStart || game.isNaming }

    /// Handles a click on a key in the last line.
    func handle(_ intent: Intent, _ game: inout GameContext) -> Bool {
        game.overlay = self
        switch intent {
        case .confirm: submitOrShowFlaw(&game)
        case .back: undoOrClose(&game)
        case .quit: closeOrLeaveProgram(&game)
        default: break
        }
        return true
    }

    func handle(_ event: TerminalInputEvent, _ game: inout GameContext) {
        var prompt = self
        prompt.flaw = nil
        switch event {
        case .key(.escape, _): return undoOrClose(&game)
        case .key(.character("c"), .control): return closeOrLeaveProgram(&game)
        case .key(.enter, _): return submitOrShowFlaw(&game)
        case .key(.backspace, _): if !text.isEmpty { prompt.text.removeLast() }
        case .key(.character("u"), .control): prompt.text = ""
        case .key(.character(let scalar), let modifiers)
        where modifiers.isDisjoint(with: [.control, .alt]):
            prompt.appendWithinLimits(String(scalar))
        case .paste(let text): prompt.appendWithinLimits(text)
        case .key, .mouse: return
        }
        game.overlay = prompt
        if prompt.text != text { change?(prompt.text, &game) }
    }

    private func undoOrClose(_ game: inout GameContext) {
        guard let suggestedName else {
            change?("", &game)
            return game.overlay = nil
        }
        guard text != suggestedName else { return game.leaveProgram() }
        var prompt = self
        prompt.flaw = nil
        prompt.text = suggestedName
        game.overlay = prompt
    }

    private func closeOrLeaveProgram(_ game: inout GameContext) {
        if isAtFirstStart { game.leaveProgram() } else { game.overlay = nil }
    }

    private func submitOrShowFlaw(_ game: inout GameContext) {
        game.overlay = nil
        guard let flaw = check(text, &game) else { return }
        var prompt = self
        prompt.flaw = flaw
        game.overlay = prompt
    }

    private mutating func appendWithinLimits(_ typed: String) {
        for scalar in typed.typedLine {
            let longest = isSecret ? Self.longestSecret : Self.longest
            guard text.unicodeScalars.count < longest else { return }
            let longer = text + String(scalar)
            guard isSecret || longer.columns <= Self.widest else { return }
            guard !isName || longer.columns <= PlayerName.widest else {
                flaw = NameFlaw.tooWide.sentence
                return
            }
            text = longer
        }
    }

    func draw(_ game: GameContext, on canvas: inout Canvas) {
        change == nil ? drawPanel(on: &canvas) : drawLine(on: &canvas)
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
