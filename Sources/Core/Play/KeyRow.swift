package import Drawing
internal import Game

/// Keys that belong together: one row of the help, and one entry of the line at the bottom.
package struct KeyRow: Hashable, Sendable {
    /// The keys as people are told of them.
    package let shown: String
    /// One or two words for the line at the bottom. None keeps the row out of it.
    package let word: String?
    package let meaning: String
    private let keys: [KeyStroke: Intent]

    private init(
        _ shown: String, _ word: String?, _ meaning: String, _ keys: [(KeyStroke, Intent)]
    ) {
        self.shown = shown
        self.word = word
        self.meaning = meaning
        self.keys = Dictionary(uniqueKeysWithValues: keys)
    }

    package func intent(of stroke: KeyStroke) -> Intent? { keys[stroke] }

    /// The same keys, unnamed at the bottom: all they do now is tell why they do nothing.
    var unnamed: KeyRow { KeyRow(self) }

    private init(_ row: KeyRow) {
        (shown, word, meaning, keys) = (row.shown, nil, row.meaning, row.keys)
    }
}

/// One key, and what is held with it.
package struct KeyStroke: Hashable, Sendable {
    package let key: Key
    package let modifiers: Modifiers

    package init(_ key: Key, _ modifiers: Modifiers = []) {
        self.key = key
        self.modifiers = modifiers
    }

    init(_ character: Unicode.Scalar) {
        self.init(.character(character))
    }
}

/// All keys of the program. What a screen offers, its help shows and its keys do is one list.
extension KeyRow {
    static let chooseSquare = KeyRow(
        "←↓↑→", "choose", "choose a square; also h j k l",
        [
            (KeyStroke(.left), .move(.left)), (KeyStroke("h"), .move(.left)),
            (KeyStroke(.down), .move(.down)), (KeyStroke("j"), .move(.down)),
            (KeyStroke(.up), .move(.up)), (KeyStroke("k"), .move(.up)),
            (KeyStroke(.right), .move(.right)), (KeyStroke("l"), .move(.right)),
            (KeyStroke(.tab), .nextItem), (KeyStroke(.tab, .shift), .previousItem),
        ])
    static let number = KeyRow(
        "1-9", nil, "choose the square of that number",
        Square.allCases.map { square in
            let digit = Unicode.Scalar(UInt8(ascii: "0") + UInt8(square.number))
            return (KeyStroke(digit), .choose(square))
        })
    static let place = KeyRow(
        "Enter", "place", "place your piece there; also the space bar",
        [(KeyStroke(.enter), .confirm), (KeyStroke(" "), .confirm)])
    static let nextRound = KeyRow(
        "Enter", "next round", "play another round; the other side begins",
        [
            (KeyStroke(.enter), .nextRound), (KeyStroke(" "), .nextRound),
            (KeyStroke("r"), .nextRound),
        ])
    static let resign = KeyRow(
        "R", "resign", "give this round up; it asks before", [(KeyStroke("R"), .resign)])
    static let chooseItem = KeyRow(
        "↑↓", "choose", "choose from the list; also j and k, or Tab",
        [
            (KeyStroke(.up), .move(.up)), (KeyStroke("k"), .move(.up)),
            (KeyStroke(.down), .move(.down)), (KeyStroke("j"), .move(.down)),
            (KeyStroke(.tab), .nextItem), (KeyStroke(.tab, .shift), .previousItem),
        ])
    static let open = KeyRow(
        "Enter", "open", "do what is chosen",
        [(KeyStroke(.enter), .confirm), (KeyStroke(" "), .confirm)])
    static let answer = KeyRow(
        "←→", "choose", "choose an answer; also Tab",
        [
            (KeyStroke(.left), .move(.left)), (KeyStroke("h"), .move(.left)),
            (KeyStroke(.right), .move(.right)), (KeyStroke("l"), .move(.right)),
            (KeyStroke(.tab), .move(.right)),
        ])
    static let giveAnswer = KeyRow(
        "Enter", "answer", "give the chosen answer", [(KeyStroke(.enter), .confirm)])
    static let back = KeyRow("Esc", "back", "go back", [(KeyStroke(.escape), .back)])
    static let theme = KeyRow(
        "t", "theme", "show other colours", [(KeyStroke("t"), .nextTheme)])
    static let help = KeyRow("?", "help", "show or hide this help", [(KeyStroke("?"), .help)])
    static let quit = KeyRow(
        "q", "quit", "leave the game",
        [(KeyStroke("q"), .quit), (KeyStroke(.character("c"), .control), .quit)])
    static let redraw = KeyRow(
        "Ctrl-L", nil, "draw the screen anew", [(KeyStroke(.character("l"), .control), .redraw)])
    static let suspend = KeyRow(
        "Ctrl-Z", nil, "stop for now; fg goes on",
        [(KeyStroke(.character("z"), .control), .suspend)])
}
