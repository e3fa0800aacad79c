package import Commands
internal import Drawing
internal import Game
internal import Wording

/// All keys of the program. What a screen offers, its help shows and its keys do is one list.
extension KeyRow {
    static let chooseSquare = KeyRow(
        "←↓↑→", "choose", story: "choose a square", also: "h j k l",
        keys: arrows + [
            (KeyStroke(.tab), .nextItem), (KeyStroke(.tab, .shift), .previousItem),
        ])
    static let number = KeyRow(.page)
    static let keypadNumber = KeyRow(.keypad)
    static let place = KeyRow(
        "Enter", "place", story: "place your piece there", also: "space", on: KeyStroke(.enter),
        " ",
        does: .confirm)
    static let nextRound = KeyRow(
        "Enter", "next round", story: "play another round; the other side begins",
        on: KeyStroke(.enter), " ",
        "r", does: .rematch)
    static let rematch = KeyRow(
        "r", "rematch", story: "play another round", also: "Enter", on: "r", KeyStroke(.enter), " ",
        does: .rematch)
    static let nextOpponent = KeyRow(
        "n", "next", story: "look for another opponent", on: "n", does: .nextOpponent)
    static let resign = KeyRow(
        "R", "resign", story: "give this round up; it asks before", on: "R", does: .resign)
    static let draw = KeyRow(
        "d", "draw", story: "offer a draw, or agree to one; it asks before", on: "d", does: .draw)
    static let decline = KeyRow(
        "x", nil, story: "say no, or take back what you asked", on: "x", does: .decline)

    static let chooseItem = KeyRow(
        "↑↓", "choose", story: "choose from the list", also: "j k",
        keys: arrows + [
            (KeyStroke(.pageUp), .page(.up)), (KeyStroke(.pageDown), .page(.down)),
        ])
    static let list = KeyRow(
        "Tab", "list", story: "go to the next list",
        keys: [(KeyStroke(.tab), .nextItem), (KeyStroke(.tab, .shift), .previousItem)],
        click: .nextItem)
    static let open = KeyRow(
        "Enter", "open", story: "do what is chosen", on: KeyStroke(.enter), " ", does: .confirm)
    static let television = KeyRow(
        "v", "TV", story: "show what most people watch, match after match", on: "v",
        does: .television)
    static let follow = KeyRow(
        "f", "follow", story: "stay with one of the players; again for the other", on: "f",
        does: .follow)
    static let nextMatch = KeyRow(
        "Tab", "next match", story: "go to the next match", also: "the arrows",
        keys: arrows + [(KeyStroke(.tab), .nextItem), (KeyStroke(.tab, .shift), .previousItem)],
        click: .nextItem)

    static let retry = KeyRow(
        "r", "try now", story: "dial the server at once", on: "r", does: .retry)
    static let answer = KeyRow(
        "←→", "choose", story: "choose an answer", also: "Tab",
        keys: arrows + [(KeyStroke(.tab), .nextItem), (KeyStroke(.tab, .shift), .previousItem)])
    static let giveAnswer = KeyRow(
        "Enter", "answer", story: "give the chosen answer", on: KeyStroke(.enter), " ",
        does: .confirm)
    static let yesOrNo = KeyRow(
        "y n", nil, story: "answer yes or no at once",
        keys: [("y", .answer(true)), ("n", .answer(false))])
    static let endTyping = KeyRow(
        "Enter", "done", story: "take what is typed", on: KeyStroke(.enter), does: .confirm)

    static let back = KeyRow("Esc", "back", story: "go back", on: KeyStroke(.escape), does: .back)
    static let notices = KeyRow(
        "N", nil, story: "read the last notices again", on: "N", does: .notices)
    static let theme = KeyRow("t", "theme", story: "show other colours", on: "t", does: .nextTheme)
    static let mouse = KeyRow(
        "m", nil, story: "use the mouse, or leave it alone", on: "m", does: .mouse)
    static let bell = KeyRow(
        "B", nil, story: "ring when it is your move, or be silent", on: "B", does: .bell)
    static let help = KeyRow("?", "help", story: "show or hide this help", on: "?", does: .help)
    static let quit = KeyRow(
        "q", "quit", story: "leave the game", on: "q", .control("c"), does: .quit)
    static let redraw = KeyRow(
        "Ctrl-L", nil, story: "draw the screen anew", also: "=", on: .control("l"), "=",
        does: .redraw)
    static let suspend = KeyRow(
        "Ctrl-Z", nil, story: "stop for now; fg goes on", on: .control("z"), does: .suspend)

    /// The letters of the menu, which open its items from wherever one is in the lobby.
    static let menu: [KeyRow] = MenuItem.allCases.filter { $0 != .quit }.map { item in
        KeyRow(
            String(item.letter), nil, story: item.meaning, on: KeyStroke(.character(item.letter)),
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
            "1-9", nil, story: "choose that square",
            keys: Square.allCases.map { square in
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
