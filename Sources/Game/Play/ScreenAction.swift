package import Commands
internal import Drawing
internal import Game
internal import Visit

/// An action of the player on a screen: its name, its keys, and its conditions.
///
/// Each screen has a table of actions. Key handling, the last line, the help, the manual and the
/// palette all use these tables.
package struct ScreenAction: Hashable, Sendable {
    enum Availability: Hashable, Sendable {
        case offered
        /// The key only shows why the action is not possible now.
        case explained
        /// The key has no effect, and the action is not listed.
        case absent
    }

    /// The name in the help and the manual: a verb and its object, then details after `;` or `,`.
    private(set) var name: String
    /// The name in the palette; nil for the beginning of `name`.
    private(set) var customPaletteTitle: String?
    /// The text to type in the palette to find an action without a key; empty for an action with a
    /// key.
    package private(set) var paletteQuery = ""
    /// The names of the keys, as shown to the player; empty for an action without a key.
    package private(set) var keyNames: String
    /// One or two words for the last line; nil to leave the action out.
    private(set) var lastLineWord: String?
    /// The names of further keys with the same effect; nil if there are none.
    private var also: String?
    private var keys: [KeyAssignment]
    /// The intent of a click on the action in the last line, and of its selection in the palette;
    /// nil for keys that move or choose.
    let intent: Intent?
    private(set) var isOffered = true
    private var conditions = GameDependentRules()

    /// The functions that compute parts of the action from the game; nil for fixed parts.
    private struct GameDependentRules: Hashable, Sendable {
        var offer: (@Sendable (GameContext) -> Availability)?
        var word: (@Sendable (GameContext) -> String?)?

        /// Always returns true, because actions are distinguished by their names and keys.
        static func == (left: GameDependentRules, right: GameDependentRules) -> Bool { true }
        func hash(into hasher: inout Hasher) {}
    }

    init(
        _ keyNames: String, _ word: String? = nil, _ name: String, also: String? = nil,
        keys: [(KeyStroke, Intent)], does intent: Intent? = nil
    ) {
        self.keyNames = keyNames
        lastLineWord = word
        self.name = name
        self.also = also
        self.keys = keys.map { KeyAssignment(stroke: $0.0, intent: $0.1) }
        self.intent = intent
    }

    init(
        _ keyNames: String, _ word: String? = nil, _ name: String, also: String? = nil,
        on strokes: KeyStroke..., does intent: Intent
    ) {
        self.init(
            keyNames, word, name, also: also, keys: strokes.map { ($0, intent) }, does: intent)
    }

    /// Creates an action without a key.
    init(typing paletteQuery: String, _ name: String, does intent: Intent) {
        self.init("", nil, name, keys: [], does: intent)
        self.paletteQuery = paletteQuery
    }

    var meaning: String { name + (also.map(KeyListWords.also) ?? "") }

    /// The custom title, or otherwise `name` without its details.
    package var paletteTitle: String {
        customPaletteTitle ?? String(name.prefix { $0 != ";" && $0 != "," }).capitalised
    }

    func intent(of stroke: KeyStroke) -> Intent? {
        keys.first { $0.stroke == stroke }?.intent
    }

    func intents(of stroke: KeyStroke) -> [Intent] {
        keys.filter { $0.stroke == stroke }.map(\.intent)
    }

    /// Returns true if the name and the keys are the same, even if the word for the last line
    /// differs.
    func hasSameNameAndKeys(as other: ScreenAction) -> Bool {
        name == other.name && keys == other.keys
    }

    func has(_ intent: Intent) -> Bool {
        self.intent == intent || keys.contains { $0.intent == intent }
    }

    private func changed(_ change: (inout ScreenAction) -> Void) -> ScreenAction {
        var row = self
        change(&row)
        return row
    }

    func withLastLineWord(_ word: String?) -> ScreenAction { changed { $0.lastLineWord = word } }

    func withPaletteTitle(_ title: String, query: String) -> ScreenAction {
        changed { ($0.customPaletteTitle, $0.paletteQuery) = (title, query) }
    }

    /// Returns the action with the keys that the player has assigned to its intents. The assigned
    /// keys replace the action's letters and digits, and the key of `keyNames`. Other keys stay.
    func applying(_ keymap: Keymap) -> ScreenAction {
        let chosen = keymap.chosen.filter { has($0.intent) }
        guard !chosen.isEmpty else { return self }
        var row = self
        row.keys.removeAll { key in
            (key.stroke.isPlainCharacter || "\(key.stroke)" == keyNames)
                && chosen.contains { $0.intent == key.intent }
        }
        let isShown = { (key: KeyAssignment) in "\(key.stroke)" == keyNames }
        if intent != nil, !row.keys.contains(where: isShown),
            keyNames.isEmpty || keys.contains(where: isShown)
        {
            row.keyNames = chosen.map { "\($0.stroke)" }.joined(separator: " ")
        }
        row.keys += chosen
        let others = row.keys.map(\.stroke).filter { $0.isPlainCharacter }.map { "\($0)" }
            .filter { key in !key.allSatisfy { row.keyNames.contains($0) } }
        row.also = others.isEmpty ? nil : others.joined(separator: " ")
        return row
    }

    /// Returns the action with the player's keys, and with words for the arrow keys if the terminal
    /// shows only ASCII.
    func adapted(to preferences: Preferences) -> ScreenAction {
        let row = applying(preferences.keymap)
        guard preferences.isASCII else { return row }
        return row.changed { row in
            row.name = row.name.namingArrowKeys
            row.keyNames = row.keyNames.namingArrowKeys
        }
    }
}

extension ScreenAction {
    func withAvailability(
        _ offer: @escaping @Sendable (GameContext) -> Availability
    ) -> ScreenAction {
        changed { $0.conditions.offer = offer }
    }

    /// Returns the action with the condition that it is absent unless `isOffered` returns true.
    func when(_ isOffered: @escaping @Sendable (GameContext) -> Bool) -> ScreenAction {
        withAvailability { isOffered($0) ? .offered : .absent }
    }

    /// Returns the action with the condition that its key only shows why it is not possible, unless
    /// `isOffered` returns true.
    func explainedUnless(
        _ isOffered: @escaping @Sendable (GameContext) -> Bool
    ) -> ScreenAction {
        withAvailability { isOffered($0) ? .offered : .explained }
    }

    func withComputedLastLineWord(
        _ word: @escaping @Sendable (GameContext) -> String?
    ) -> ScreenAction {
        changed { $0.conditions.word = word }
    }

    /// Returns the action for the current state; nil if its keys have no effect.
    func resolved(in game: GameContext) -> ScreenAction? {
        var row = self
        switch conditions.offer?(game) ?? .offered {
        case .absent: return nil
        case .explained: (row.isOffered, row.lastLineWord) = (false, nil)
        case .offered: if let word = conditions.word { row.lastLineWord = word(game) }
        }
        return row
    }
}

extension Preferences {
    /// Returns a text with words for the arrow keys if the terminal shows only ASCII, because it
    /// draws an arrow as another key's character.
    func wordsForKeys(in text: String) -> String { isASCII ? text.namingArrowKeys : text }
}

extension String {
    private static let arrowKeys: [Character: String] = [
        "←": "Left", "↓": "Down", "↑": "Up", "→": "Right",
    ]

    /// The text with words for the arrow keys: a name for one arrow, and "arrows" for several.
    fileprivate var namingArrowKeys: String {
        var words = ""
        var rest = self[...]
        while let start = rest.firstIndex(where: { Self.arrowKeys[$0] != nil }) {
            let end = rest[start...].firstIndex { Self.arrowKeys[$0] == nil } ?? rest.endIndex
            let isOne = rest.index(after: start) == end
            words += String(rest[..<start])
            words += isOne ? Self.arrowKeys[rest[start]] ?? "" : KeyListWords.arrows
            rest = rest[end...]
        }
        return words + String(rest)
    }
}

/// Actions that several screens share. Other actions are in the files of their screens.
extension ScreenAction {
    static let arrows: [(KeyStroke, Intent)] = [
        (KeyStroke(.left), .move(.left)), ("h", .move(.left)), (KeyStroke(.down), .move(.down)),
        ("j", .move(.down)), (KeyStroke(.up), .move(.up)), ("k", .move(.up)),
        (KeyStroke(.right), .move(.right)), ("l", .move(.right)),
    ]
    static let tabs: [(KeyStroke, Intent)] = [
        (KeyStroke(.tab), .nextItem), (KeyStroke(.tab, .shift), .previousItem),
    ]

    static let chooseSquare = ScreenAction(
        "←↓↑→", "choose", "choose a square", also: "h j k l", keys: arrows + tabs)
    static let number = ScreenAction(.page)
    static let keypadNumber = ScreenAction(.keypad)
    static let place = ScreenAction(
        "Enter", "place", "place your piece there", also: "space", on: KeyStroke(.enter), " ",
        does: .confirm)
    static let review = ScreenAction("v", "replay", "replay the last round", on: "v", does: .review)
    static let copyRound = ScreenAction(
        "y", "share", "share this as text; copies it to the clipboard", on: "y", does: .copy)
    static let resign = ScreenAction(
        "R", "resign", "resign; asks first", on: "R", does: .resign)
    static let mute = ScreenAction(
        typing: "mute", "mute other players, or unmute them", does: .mute)

    static let chooseItem = ScreenAction(
        "↑↓", "choose", "choose from the list", also: "j k",
        keys: arrows + [
            (KeyStroke(.pageUp), .page(.up)), (KeyStroke(.pageDown), .page(.down)),
        ])
    static let open = ScreenAction(
        "Enter", "open", "open the selected item", on: KeyStroke(.enter), " ", does: .confirm)
    static let television = ScreenAction(
        "*", "TV", "TV: always show the most-watched match", on: "*", does: .television)
    static let follow = ScreenAction(
        "a", "follow", "follow player O from match to match, then player X, then neither",
        on: "a", does: .follow)
    static let nextGame = ScreenAction(
        "]", "next", "open the next waiting correspondence game", on: "]", does: .nextGame)
    static let remove = ScreenAction(
        "-", "remove", "remove a finished game from the list", on: "-", does: .putAway)
    static let decline = ScreenAction(
        "x", nil, "decline an offer or an invitation, or withdraw yours", on: "x",
        does: .decline)
    static let explain = ScreenAction(
        "s", "notes", "show or hide the value of each move", on: "s", does: .explain)
    static let claim = ScreenAction(
        "c", "claim", "claim the round; your opponent must be away, idle or out of time",
        on: "c", does: .claim)
    static let nextClock = ScreenAction(
        "C", "clock", "change the time for each move; applies to new matches and rounds",
        on: "C", does: .nextClock)
    static let nextTarget = ScreenAction(
        "T", "series", "change the series; applies to new matches and rounds", on: "T",
        does: .nextTarget)
    static let retry = ScreenAction(
        "F5", "try now", "reconnect now", on: KeyStroke(.function(5)), does: .retry
    ).when { $0.isOffline }

    static let back = ScreenAction("Esc", "back", "go back", on: KeyStroke(.escape), does: .back)
    static func enter(_ word: String, _ name: String) -> ScreenAction {
        ScreenAction("Enter", word, name, on: KeyStroke(.enter), " ", does: .confirm)
    }

    /// Returns the action for the arrow keys in a box or a list over the screen.
    static func chooseByArrows(_ name: String, keyNames: String = "↑↓") -> ScreenAction {
        ScreenAction(keyNames, "choose", name, also: "Tab", keys: arrows + tabs)
    }

    /// The action that closes a panel or a question.
    static let close = ScreenAction(
        "Esc", "back", "go back", also: "q",
        keys: [(KeyStroke(.escape), .back), ("q", .quit), (.control("c"), .quit)], does: .back)
    static let quit = ScreenAction(
        "q", "quit", "quit the game", on: "q", .control("c"), does: .quit)
    static let palette = ScreenAction(
        ":", "actions", "find any action by its name", also: "Ctrl-P", on: ":", .control("p"),
        does: .palette)
    static let help = ScreenAction("?", "help", "show or hide this help", on: "?", does: .help)
    static let theme = ScreenAction("t", nil, "choose a theme", on: "t", does: .chooseTheme)
    static let redraw = ScreenAction(
        "Ctrl-L", nil, "redraw the screen", on: .control("l"), does: .redraw)

    /// The actions of all screens, except those that leave a screen.
    static let everywhere: [ScreenAction] = [
        palette, help, theme,
        ScreenAction("N", nil, "show recent notices", on: "N", does: .notices),
        ScreenAction(typing: "mouse", "turn the mouse on or off", does: .mouse),
        ScreenAction(typing: "bell", "turn the bell on or off", does: .bell),
        redraw,
        ScreenAction("Ctrl-Z", nil, "suspend; fg resumes", on: .control("z"), does: .suspend),
    ]
    /// The actions that leave a screen, and the other actions of all screens. The screen of a match
    /// that the client has not received yet offers only these actions.
    static let common = [back, quit] + everywhere

    private init(_ numbering: SquareNumbering) {
        self.init(
            "1-9", nil, KeyListWords.number,
            keys: Square.allCases.map { square in
                (KeyStroke(.character(numbering.digit(of: square))), .choose(square))
            })
    }
}

/// The actions of a screen or an overlay in all states, with their heading in the manual.
struct ActionTable: Sendable {
    let heading: String
    let rows: [ScreenAction]

    /// Creates a table. An action that is listed for several states occurs once in the table.
    init(_ heading: String, _ rows: [ScreenAction]) {
        self.heading = heading
        self.rows = rows.reduce(into: []) { rows, row in
            if !rows.contains(where: { $0.hasSameNameAndKeys(as: row) }) { rows.append(row) }
        }
    }

    /// All tables, in the order of the manual.
    static let all =
        ScreenName.allCases.map { $0.screenType.actionTable } + [
            InvitationBox.actionTable, PlayerCard.actionTable, PhraseList.actionTable,
            CommandPalette.actionTable, Question.actionTable, ThemeList.actionTable,
        ]
}

extension ScreenAction {
    /// The actions in the tables of all screens, except those for keys that move or choose.
    package static var ofScreens: [ScreenAction] {
        ScreenName.allCases.flatMap { $0.screenType.actionTable.rows }.filter { $0.intent != nil }
    }

    /// The keys of all screens, for the manual. Shared keys come last. In a section, the key to
    /// reconnect comes last, although some tables list this key earlier.
    package static var manualSections: [KeyManualSection] {
        ActionTable.all.map { table in
            let rows = table.rows.filter { row in !common.contains(row) }
            let reconnecting = rows.filter { $0.hasSameNameAndKeys(as: retry) }
            return KeyManualSection(
                table.heading, rows.filter { !reconnecting.contains($0) } + reconnecting)
        } + [KeyManualSection(KeyListWords.everywhere, common)]
    }
}

extension KeyManualSection {
    fileprivate init(_ heading: String, _ rows: [ScreenAction]) {
        self.init(
            heading: heading,
            rows: rows.map {
                KeysWithMeaning(
                    keys: $0.keyNames.isEmpty
                        ? KeyListWords.typed($0.paletteQuery) : $0.keyNames,
                    meaning: $0.meaning)
            })
    }
}

private enum KeyListWords {
    static let number = "choose that square"
    static let arrows = "arrows"
    static let everywhere = "On every screen"
    /// Returns the text instead of a key for an action that is only in the palette.
    static func typed(_ query: String) -> String { ": \(query)" }

    static func also(_ keys: String) -> String { "; also \(keys)" }
}
