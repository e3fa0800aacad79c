internal import Drawing
internal import Game
internal import Lobby
internal import Visit
internal import Wording

/// The list of all actions, and of the other players in the lobby. The player searches for parts of
/// titles or descriptions.
struct CommandPalette: Overlay {
    static let actionTable = ActionTable(
        "In the list of actions",
        [
            ScreenAction(
                "↑↓", "choose", "choose an action", also: "Tab, Ctrl-N and Ctrl-P",
                keys: [(KeyStroke(.down), .move(.down)), (KeyStroke(.up), .move(.up))]),
            ScreenAction(
                "Enter", "run", "run the selected action", on: KeyStroke(.enter),
                does: .confirm),
            ScreenAction("Esc", "back", "go back", on: KeyStroke(.escape), does: .back),
        ])

    struct ActionOrPlayer: Hashable {
        let title: String
        let detail: String
        let keys: String
        let intent: Intent
        /// True for an action of the lobby that is listed on another screen.
        var isOfLobby = false

        /// Returns the rank among the results for a query; 0 is the best. Returns nil unless every
        /// word occurs in the title or the description.
        fileprivate func rank(for query: String, _ words: [Substring]) -> Int? {
            let (title, detail) = (title.lowercased(), detail.lowercased())
            guard words.allSatisfy({ title.containsSubstring($0) || detail.containsSubstring($0) })
            else { return nil }
            guard let first = words.first else { return 0 }
            if title.hasPrefix(query) { return 0 }
            if title.split(separator: " ").contains(where: { $0.hasPrefix(first) }) { return 1 }
            return title.containsSubstring(first) ? 2 : 3
        }
    }

    private static let longest = 40
    private static let widest = 56
    private static let page = 8
    private static let most = 14

    private let entries: [ActionOrPlayer]
    private var query = ""
    private(set) var found: [ActionOrPlayer]
    private var chosen = 0

    init(_ entries: [ActionOrPlayer]) {
        self.entries = entries
        found = entries
    }

    var actions: [ScreenAction]? { Self.actionTable.rows }

    func hint(in game: GameContext) -> String? {
        guard !found.isEmpty else { return "" }
        return game.fitting(found[chosen].detail.capitalised, found[chosen].title)
    }

    /// Handles all events but clicks, because most keys are typed text.
    mutating func handle(
        _ event: TerminalInputEvent, _ game: inout GameContext
    ) -> OverlayOutcome? {
        switch event {
        case .key(.escape, _), .key(.character("c"), .control): return .closes
        case .key(.enter, _): return handle(.confirm, &game)
        case .key(.down, _), .key(.tab, []), .key(.character("n"), .control),
            .mouse(.wheelDown, _, _):
            step(by: 1)
        case .key(.up, _), .key(.tab, _), .key(.character("p"), .control), .mouse(.wheelUp, _, _):
            step(by: -1)
        case .key(.pageDown, _): step(by: Self.page)
        case .key(.pageUp, _): step(by: -Self.page)
        case .key(.backspace, _): search(String(query.dropLast()))
        case .key(.character("u"), .control): search("")
        case .key(.character(let scalar), let modifiers)
        where modifiers.isDisjoint(with: [.control, .alt]):
            search(query + String(scalar))
        case .paste(let text): search(query + text)
        case .mouse(.press(.left), _, _): return nil
        case .key, .mouse: break
        }
        return .staysOpen
    }

    /// Handles Enter, a click on a key in the last line, and Ctrl-C in a window that is too small.
    func handle(_ intent: Intent, _ game: inout GameContext) -> OverlayOutcome {
        switch intent {
        case .confirm: found.isEmpty ? .staysOpen : run(found[chosen], &game)
        case .back, .quit: .closes
        default: .staysOpen
        }
    }

    /// Runs the clicked entry. A click beside the entries closes the palette.
    func click(_ point: Point, _ game: inout GameContext) -> OverlayOutcome {
        guard let index = index(at: point, game.size) else { return .closes }
        return run(found[index], &game)
    }

    private func run(_ entry: ActionOrPlayer, _ game: inout GameContext) -> OverlayOutcome {
        game.clearNoticeUnlessUnseenImportant()
        if entry.isOfLobby {
            if game.currentScreen == .watching { game.ask(.watch(.nothing)) }
            game.currentScreen = .lobby
        }
        return .closesAndPerforms(entry.intent)
    }

    private mutating func step(by places: Int) {
        chosen = min(max(chosen + places, 0), max(found.count - 1, 0))
    }

    private mutating func search(_ text: String) {
        query = String(String.UnicodeScalarView(text.typedLine.prefix(Self.longest)))
        let words = query.lowercased().split(separator: " ")
        let whole = words.joined(separator: " ")
        // Entries of equal rank keep their order.
        let ranked = entries.compactMap { entry in
            entry.rank(for: whole, words).map { ($0, entry) }
        }
        found = (0...3).flatMap { rank in ranked.filter { $0.0 == rank }.map(\.1) }
        chosen = 0
    }
}

extension CommandPalette {
    /// Returns the number of rows of the list. It depends on the number of all entries, so that the
    /// panel keeps its size while the player types.
    private func rows(in size: Size) -> Int {
        max(
            1,
            min(entries.count, Self.most, size.rows - 2 - (ScreenSizeClass(size) == .tiny ? 2 : 6)))
    }

    private func textColumns(in size: Size) -> Int { min(Self.widest, size.columns - 4) }

    private func window(in size: Size) -> Range<Int> {
        Range(visibleOf: found.count, in: rows(in: size), around: chosen)
    }

    private func area(in size: Size) -> Area {
        let (rows, columns) = (rows(in: size) + 3, textColumns(in: size) + 4)
        return Area(
            row: max(0, (size.rows - 2 - rows) / 2), column: (size.columns - columns) / 2,
            rows: rows, columns: columns)
    }

    private func index(at point: Point, _ size: Size) -> Int? {
        let (area, window) = (area(in: size), window(in: size))
        let index = window.lowerBound + point.row - area.origin.row - 2
        return area.contains(point) && window.contains(index) ? index : nil
    }

    func draw(_ game: GameContext, on canvas: inout Canvas) {
        let (area, window) = (area(in: canvas.size), window(in: canvas.size))
        canvas.drawFramed(area) { canvas in
            let width = canvas.size.columns
            let more = window.wordsForHiddenRows(of: found.count)
            let field = max(1, width - 2 - (more.isEmpty ? 0 : more.columns + 1))
            canvas.write(":", at: .topLeft, .strong)
            // The end of a long query stays visible, because the player types there.
            var shown = query
            while shown.columns >= field, !shown.isEmpty { shown.removeFirst() }
            canvas.write(shown, at: Point(row: 0, column: 2), width: field, .input)
            canvas.write(more, at: Point(row: 0, column: width - more.columns), .faint)
            for (line, index) in window.enumerated() {
                canvas.drawInside(row: line + 1) {
                    draw(found[index], isChosen: index == chosen, on: &$0)
                }
            }
            if found.isEmpty {
                canvas.write(
                    CommandPaletteWords.nothingFound, at: Point(row: 1, column: 2),
                    width: width - 2, .faint)
            }
            canvas.showCursor(at: Point(row: 0, column: 2 + shown.columns))
        }
    }

    private func draw(_ entry: ActionOrPlayer, isChosen: Bool, on canvas: inout Canvas) {
        let width = canvas.size.columns
        func styleUnlessChosen(_ usual: Style) -> Style { isChosen ? .selected : usual }
        if isChosen { canvas.markAsSelected() }
        let keys = entry.keys.columns
        canvas.write(
            entry.title, at: Point(row: 0, column: 2),
            width: max(1, width - 2 - (keys == 0 ? 0 : keys + 1)), styleUnlessChosen(.plain))
        canvas.write(
            entry.keys, at: Point(row: 0, column: width - keys), styleUnlessChosen(.strong))
    }
}

extension ScreenRouter {
    func paletteEntries(in game: GameContext) -> [CommandPalette.ActionOrPlayer] {
        let here = actions(in: game).compactMap { CommandPalette.ActionOrPlayer($0) }
        guard game.program.visit?.isInMatch != true else { return here }
        let lobby =
            game.currentScreen == .lobby
            ? []
            : LobbyScreen.actionTable.rows.compactMap { row -> CommandPalette.ActionOrPlayer? in
                guard case .open? = row.intent, let row = row.resolved(in: game) else { return nil }
                var entry = CommandPalette.ActionOrPlayer(row.adapted(to: game.preferences))
                entry?.isOfLobby = true
                return entry
            }
        let people = game.isAlone ? [] : game.people.filter { !game.isSelf($0) }
        return here + lobby
            + people.map { person in
                CommandPalette.ActionOrPlayer(
                    title: person.name, detail: CommandPaletteWords.openCard(of: person.name),
                    keys: "", intent: .card(person.id))
            }
    }
}

extension CommandPalette.ActionOrPlayer {
    /// Creates an entry. Returns nil for an action that is not possible now, that only moves or
    /// chooses, or that opens the palette.
    init?(_ action: ScreenAction) {
        guard action.isOffered, let intent = action.intent, intent != .palette else { return nil }
        self.init(
            title: action.paletteTitle, detail: action.name, keys: action.keyNames, intent: intent)
    }
}

private enum CommandPaletteWords {
    static let nothingFound = "No action has that name."

    static func openCard(of name: String) -> String { "player: show the card of \(name)" }
}
