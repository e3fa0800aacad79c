package import Commands
internal import Drawing
internal import Game
internal import Wording

/// All keys of the program. What a screen offers, its help shows and its keys do is one list.
extension KeyRow {
    static let chooseSquare = KeyRow(
        "←↓↑→", "choose", "choose a square", also: "h j k l",
        arrows + [
            (KeyStroke(.tab), .nextItem), (KeyStroke(.tab, .shift), .previousItem),
        ])
    static let number = KeyRow(.page)
    static let keypadNumber = KeyRow(.keypad)
    static let place = KeyRow(
        "Enter", "place", "place your piece there", also: "space", KeyStroke(.enter), " ",
        does: .confirm)
    static let nextRound = KeyRow(
        "Enter", "next round", "play another round; the other side begins", KeyStroke(.enter), " ",
        "r", does: .rematch)
    static let rematch = KeyRow(
        "r", "rematch", "play another round", also: "Enter", "r", KeyStroke(.enter), " ",
        does: .rematch)
    static let nextOpponent = KeyRow(
        "n", "next", "look for another opponent", "n", does: .nextOpponent)
    static let resign = KeyRow(
        "R", "resign", "give this round up; it asks before", "R", does: .resign)
    static let draw = KeyRow(
        "d", "draw", "offer a draw, or agree to one; it asks before", "d", does: .draw)
    static let decline = KeyRow(
        "x", nil, "say no, or take back what you asked", "x", does: .decline)

    static let chooseItem = KeyRow(
        "↑↓", "choose", "choose from the list", also: "j k",
        arrows + [
            (KeyStroke(.pageUp), .page(.up)), (KeyStroke(.pageDown), .page(.down)),
        ])
    static let list = KeyRow(
        "Tab", "list", "go to the next list",
        [(KeyStroke(.tab), .nextItem), (KeyStroke(.tab, .shift), .previousItem)], click: .nextItem)
    static let open = KeyRow(
        "Enter", "open", "do what is chosen", KeyStroke(.enter), " ", does: .confirm)
    static let television = KeyRow(
        "v", "TV", "show what most people watch, match after match", "v",
        does: .television)
    static let follow = KeyRow(
        "f", "follow", "stay with one of the players; again for the other", "f", does: .follow)
    static let nextMatch = KeyRow(
        "Tab", "next match", "go to the next match", also: "the arrows",
        arrows + [(KeyStroke(.tab), .nextItem), (KeyStroke(.tab, .shift), .previousItem)],
        click: .nextItem)

    static let retry = KeyRow("r", "try now", "dial the server at once", "r", does: .retry)
    static let answer = KeyRow(
        "←→", "choose", "choose an answer", also: "Tab",
        arrows + [(KeyStroke(.tab), .nextItem), (KeyStroke(.tab, .shift), .previousItem)])
    static let giveAnswer = KeyRow(
        "Enter", "answer", "give the chosen answer", KeyStroke(.enter), " ", does: .confirm)
    static let yesOrNo = KeyRow(
        "y n", nil, "answer yes or no at once", [("y", .answer(true)), ("n", .answer(false))])
    static let endTyping = KeyRow(
        "Enter", "done", "take what is typed", KeyStroke(.enter), does: .confirm)

    static let back = KeyRow("Esc", "back", "go back", KeyStroke(.escape), does: .back)
    static let notices = KeyRow("N", nil, "read the last notices again", "N", does: .notices)
    static let theme = KeyRow("t", "theme", "show other colours", "t", does: .nextTheme)
    static let mouse = KeyRow("m", nil, "use the mouse, or leave it alone", "m", does: .mouse)
    static let bell = KeyRow(
        "B", nil, "ring when it is your move, or be silent", "B", does: .bell)
    static let help = KeyRow("?", "help", "show or hide this help", "?", does: .help)
    static let quit = KeyRow("q", "quit", "leave the game", "q", .control("c"), does: .quit)
    static let redraw = KeyRow(
        "Ctrl-L", nil, "draw the screen anew", also: "=", .control("l"), "=", does: .redraw)
    static let suspend = KeyRow(
        "Ctrl-Z", nil, "stop for now; fg goes on", .control("z"), does: .suspend)

    /// The letters of the menu, which open its items from wherever one is in the lobby.
    static let menu: [KeyRow] = MenuItem.allCases.filter { $0 != .quit }.map { item in
        KeyRow(
            String(item.letter), nil, item.meaning, KeyStroke(.character(item.letter)),
            does: .open(item))
    }

    static let everywhere = [theme, help, notices, mouse, bell, redraw, suspend]

    private static let leaving = [back, quit]

    /// The keys that can be there together.
    static let screens = [
        KeyScreen("In the lobby", [chooseItem, list, open, retry] + menu + leaving + everywhere),
        KeyScreen(
            "In a match",
            [chooseSquare, number, place, draw, decline, resign, rematch, nextOpponent] + leaving
                + everywhere),
        KeyScreen(
            "Against a bot, or two at one keyboard",
            [chooseSquare, number, place, nextRound, resign] + leaving + everywhere),
        KeyScreen(
            "In the list of matches", [chooseItem, open, television, retry] + leaving + everywhere),
        KeyScreen("While watching", [nextMatch, follow, television] + leaving + everywhere),
        KeyScreen("At a question", [answer, giveAnswer, yesOrNo, back, help, redraw]),
    ]

    /// The keys of all screens, for the manual: those of one screen only, then the others.
    package static var chapters: [KeyChapter] {
        let common = leaving + everywhere
        return screens.map { screen in
            KeyChapter(screen.name, screen.rows.filter { !common.contains($0) })
        } + [KeyChapter("On every screen", common)]
    }

    /// The digits, each for its square.
    private init(_ numbering: Numbering) {
        self.init(
            "1-9", nil, "choose that square",
            Square.allCases.map { square in
                (KeyStroke(.character(numbering.digit(of: square))), .choose(square))
            })
    }

    private static let arrows: [(KeyStroke, Intent)] = [
        (KeyStroke(.left), .move(.left)), ("h", .move(.left)), (KeyStroke(.down), .move(.down)),
        ("j", .move(.down)), (KeyStroke(.up), .move(.up)), ("k", .move(.up)),
        (KeyStroke(.right), .move(.right)), ("l", .move(.right)),
    ]
}

/// A screen, as far as keys go.
struct KeyScreen {
    let name: String
    let rows: [KeyRow]

    init(_ name: String, _ rows: [KeyRow]) {
        self.name = name
        self.rows = rows
    }
}

extension KeyChapter {
    fileprivate init(_ heading: String, _ rows: [KeyRow]) {
        self.init(heading: heading, rows: rows.map { Row(keys: $0.shown, meaning: $0.meaning) })
    }
}
