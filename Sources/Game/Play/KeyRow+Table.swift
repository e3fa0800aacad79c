package import Commands
internal import Drawing
internal import Game
internal import Lobby
internal import Wording

/// All keys of the program, by the names that `KeyStroke` has for them.
extension KeyRow {
    static let chooseSquare = KeyRow(
        "←↓↑→", .chooseSquare,
        keys: arrows + [
            (KeyStroke(.tab), .nextItem), (KeyStroke(.tab, .shift), .previousItem),
        ])
    static let number = KeyRow(.page)
    static let keypadNumber = KeyRow(.keypad)
    static let place = KeyRow("Enter", .place, on: KeyStroke(.enter), " ", does: .confirm)
    static let nextRound = KeyRow(
        "Enter", .nextRound, on: KeyStroke(.enter), " ", "r", does: .rematch)
    static let rematch = KeyRow("r", .rematch, on: "r", KeyStroke(.enter), " ", does: .rematch)
    static let nextOpponent = KeyRow("n", .nextOpponent, on: "n", does: .nextOpponent)
    static let review = KeyRow("v", .review, on: "v", does: .review)
    static let replayStep = KeyRow(
        "←→", .replayStep,
        keys: arrows + [(KeyStroke(.tab), .nextItem), (KeyStroke(.tab, .shift), .previousItem)])
    static let replayEnds = KeyRow(
        "Home End", .replayEnds, keys: [(KeyStroke(.home), .first), (KeyStroke(.end), .last)])
    static let autoplay = KeyRow("Space", .autoplay, on: " ", does: .autoplay)
    static let takeBack = KeyRow("u", .takeBack, on: "u", does: .takeBack)
    static let worths = KeyRow("x", .worths, on: "x", does: .explain)
    static let explain = KeyRow("x", .explain, on: "x", does: .explain)
    static let resign = KeyRow("R", .resign, on: "R", does: .resign)
    static let draw = KeyRow("d", .draw, on: "d", does: .draw)
    static let decline = KeyRow("x", .decline, on: "x", does: .decline)
    static let claim = KeyRow("c", .claim, on: "c", does: .claim)
    static let endUndecided = KeyRow("e", .endUndecided, on: "e", does: .endUndecided)

    static let acceptInvitation = KeyRow("P", .acceptInvitation, on: "P", does: .reply(.play))
    static let postponeInvitation = KeyRow("L", .postponeInvitation, on: "L", does: .reply(.later))
    static let refuseInvitation = KeyRow("X", .refuseInvitation, on: "X", does: .reply(.no))
    static let doNotDisturb = KeyRow("D", .doNotDisturb, on: "D", does: .reply(.doNotDisturb))
    static let withdrawQuestion = KeyRow("x", .withdrawQuestion, on: "x", does: .decline)

    static let chooseItem = KeyRow(
        "↑↓", .chooseItem,
        keys: arrows + [
            (KeyStroke(.pageUp), .page(.up)), (KeyStroke(.pageDown), .page(.down)),
        ])
    static let list = KeyRow(
        "Tab", .list,
        keys: [(KeyStroke(.tab), .nextItem), (KeyStroke(.tab, .shift), .previousItem)],
        click: .nextItem)
    static let phrases = KeyRow("g", .phrases, on: "g", does: .phrases)
    static let mute = KeyRow("m", .mute, on: "m", does: .mute)
    static let otherClock = KeyRow("C", .otherClock, on: "C", does: .nextClock)
    static let otherTarget = KeyRow("T", .otherTarget, on: "T", does: .nextTarget)
    static let choosePhrase = KeyRow(
        "↑↓", .choosePhrase,
        keys: arrows + [(KeyStroke(.tab), .nextItem), (KeyStroke(.tab, .shift), .previousItem)])
    static let sayPhrase = KeyRow("Enter", .sayPhrase, on: KeyStroke(.enter), " ", does: .confirm)
    static let phraseNumber = KeyRow(
        "1-6", .phraseNumber,
        keys: zip("123456".unicodeScalars, Phrase.allCases).map { digit, phrase in
            (KeyStroke(.character(digit)), .say(phrase))
        })
    static let copy = KeyRow("y", .copy, on: "y", does: .copy)
    static let nextTarget = KeyRow("T", .nextTarget, on: "T", does: .nextTarget)
    static let nextClock = KeyRow("C", .nextClock, on: "C", does: .nextClock)
    static let open = KeyRow("Enter", .open, on: KeyStroke(.enter), " ", does: .confirm)
    static let change = KeyRow("Enter", .change, on: KeyStroke(.enter), " ", does: .confirm)
    static let television = KeyRow("v", .television, on: "v", "*", does: .television)
    static let follow = KeyRow("a", .follow, on: "a", "f", does: .follow)
    static let followHere = KeyRow("a", .followHere, on: "a", does: .follow)
    static let sort = KeyRow("s", .sort, on: "s", does: .sort)
    static let find = KeyRow("/", .find, on: "/", does: .find)
    static let nextMatch = KeyRow(
        "Tab", .nextMatch,
        keys: arrows + [(KeyStroke(.tab), .nextItem), (KeyStroke(.tab, .shift), .previousItem)],
        click: .nextItem)

    static let befriend = KeyRow("+", .befriend, on: "+", does: .befriend)
    static let block = KeyRow("!", .block, on: "!", does: .block)
    static let addFriend = KeyRow("+", .addFriend, on: "+", does: .befriend)
    static let unfriend = KeyRow("-", .unfriend, on: "-", does: .unfriend)
    static let alias = KeyRow("e", .alias, on: "e", does: .alias)
    static let watchFriend = KeyRow("w", .watchFriend, on: "w", does: .watchFriend)

    static let newGame = KeyRow("+", .newGame, on: "+", does: .newGame)
    static let gameWithThem = KeyRow("o", .gameWithThem, on: "o", does: .newGame)
    static let nextGame = KeyRow("]", .nextGame, on: "]", does: .nextGame)
    static let gameDays = KeyRow("C", .gameDays, on: "C", does: .nextClock)
    static let putAway = KeyRow("-", .putAway, on: "-", does: .putAway)
    static let takeGame = KeyRow("c", .takeGame, on: "c", does: .claim)
    static let giveUp = KeyRow("R", .giveUp, on: "R", does: .resign)

    static let retry = KeyRow("r", .retry, on: "r", does: .retry)
    static let answer = KeyRow(
        "←→", .answer,
        keys: arrows + [(KeyStroke(.tab), .nextItem), (KeyStroke(.tab, .shift), .previousItem)])
    static let giveAnswer = KeyRow(
        "Enter", .giveAnswer, on: KeyStroke(.enter), " ", does: .confirm)
    static let yesOrNo = KeyRow(
        "y n", .yesOrNo, keys: [("y", .answer(true)), ("n", .answer(false))])
    static let chooseTheme = KeyRow(
        "↑↓", .chooseTheme,
        keys: arrows + [(KeyStroke(.tab), .nextItem), (KeyStroke(.tab, .shift), .previousItem)])
    static let keepTheme = KeyRow("Enter", .keepTheme, on: KeyStroke(.enter), " ", does: .confirm)
    static let endTyping = KeyRow("Enter", .endTyping, on: KeyStroke(.enter), does: .confirm)

    static let back = KeyRow("Esc", .back, on: KeyStroke(.escape), does: .back)
    static let notices = KeyRow("N", .notices, on: "N", does: .notices)
    static let theme = KeyRow("t", .theme, on: "t", does: .chooseTheme)
    static let mouse = KeyRow("M", .mouse, on: "M", does: .mouse)
    static let bell = KeyRow("B", .bell, on: "B", does: .bell)
    static let help = KeyRow("?", .help, on: "?", does: .help)
    static let quit = KeyRow("q", .quit, on: "q", .control("c"), does: .quit)
    static let redraw = KeyRow("Ctrl-L", .redraw, on: .control("l"), "=", does: .redraw)
    static let suspend = KeyRow("Ctrl-Z", .suspend, on: .control("z"), does: .suspend)

    /// The letters of the menu items. They work in all lists of the lobby.
    static let menu: [KeyRow] = MenuItem.allCases.filter { $0 != .quit }.map { item in
        KeyRow(
            String(item.letter), KeyWords(of: item.words), on: KeyStroke(.character(item.letter)),
            does: .open(item))
    }

    /// All rows, in the order of the manual.
    static let all =
        [
            chooseSquare, number, place, nextRound, draw, decline, resign, claim, endUndecided,
            rematch, nextOpponent, acceptInvitation, postponeInvitation, refuseInvitation,
            doNotDisturb, withdrawQuestion,
            phrases, mute, otherClock, otherTarget, chooseItem, list, open, copy, nextClock,
            nextTarget,
            change, nextMatch, follow, followHere, television, sort, find, befriend,
            block,
            addFriend,
            watchFriend, alias, unfriend, review, replayStep, replayEnds, autoplay, explain,
            takeBack, worths, newGame, gameWithThem, nextGame, takeGame, giveUp, putAway, gameDays,
            retry,
        ] + menu + [
            choosePhrase, sayPhrase, phraseNumber, answer, giveAnswer, yesOrNo, chooseTheme,
            keepTheme, endTyping,
        ]
        + KeyScreen.common

    /// The digits, one for each square.
    private init(_ numbering: Numbering) {
        self.init(
            "1-9", .number,
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

/// The keys of a screen in each of its states, the most useful ones first.
struct KeyScreen {
    /// The heading in the manual.
    let name: String
    /// The keys of all its states, in the order of the manual.
    let rows: [KeyRow]

    private init(_ name: String, _ states: [KeyRow]...) {
        self.name = name
        let offered = Array(states.joined())
        let rows = KeyRow.all.filter { row in offered.contains { $0.isSame(as: row) } }
        self.rows = rows
        let isTold = offered.allSatisfy { row in rows.contains { $0.isSame(as: row) } }
        precondition(isTold, "a key of the screen is missing in the list of all")
    }

    static let lobby: [KeyRow] =
        [.chooseItem, .list, .open, .copy, .retry] + leaving + KeyRow.menu
        + [.nextGame.unnamed, .nextClock, .nextTarget, .befriend.unnamed, .block] + everywhere
    static let account: [KeyRow] = [.chooseItem, .open, .retry] + leaving + everywhere
    static let friends: [KeyRow] =
        [
            .chooseItem, .open.named(KeyLabels.ask), .watchFriend, .addFriend, .alias, .unfriend,
            .gameWithThem.unnamed, .block, .retry,
        ] + leaving + everywhere
    static let statistics: [KeyRow] = [.chooseItem, .retry] + leaving + everywhere
    static let devices: [KeyRow] =
        [.chooseItem, .open.named(KeyLabels.remove), .retry] + leaving + everywhere
    static let settings: [KeyRow] = [.chooseItem, .change, .retry] + leaving + everywhere
    static let gallery: [KeyRow] =
        [.chooseItem, .open.named(KeyLabels.watch), .television, .followHere, .sort, .find, .retry]
        + leaving
        + everywhere
    static let watching: [KeyRow] =
        [.nextMatch, .follow, .television, .retry, .mute] + leaving + everywhere

    /// The keys for an opponent that has been away for long enough.
    static let waiting: [KeyRow] = [.claim, .endUndecided]
    static let invitation: [KeyRow] = [
        .acceptInvitation, .postponeInvitation, .refuseInvitation, .doNotDisturb,
    ]
    static let asking: [KeyRow] = [.withdrawQuestion]

    static let round: [KeyRow] =
        [
            .chooseSquare, .number, .place, .retry, .draw, .decline, .resign, .phrases, .mute,
            .nextOpponent.unnamed,
        ] + leaving + everywhere
    static let roundOver: [KeyRow] =
        [
            .retry, .rematch, .nextOpponent, .review, .phrases, .mute, .otherClock, .otherTarget,
            .befriend, .gameWithThem.unnamed, .block, .decline,
            .chooseSquare.unnamed,
            .number,
            .resign.unnamed,
            .draw.unnamed,
        ] + leaving + everywhere
    /// The keys at a board that is not reliable.
    static let doubt: [KeyRow] =
        [
            .nextOpponent, .retry, .chooseSquare.unnamed, .number, .place.unnamed, .draw.unnamed,
            .decline,
            .resign.unnamed,
        ] + leaving + everywhere
    static let table: [KeyRow] =
        [.chooseSquare, .number, .place, .retry, .takeBack, .worths, .resign] + leaving + everywhere
    static let puzzle: [KeyRow] = [.chooseSquare, .number, .place] + leaving + everywhere
    static let tableOver: [KeyRow] =
        [.retry, .nextRound, .review, .chooseSquare.unnamed, .number, .resign.unnamed] + leaving
        + everywhere

    static let games: [KeyRow] =
        [.chooseItem, .open, .nextGame, .newGame, .putAway, .gameDays, .retry] + leaving
        + everywhere
    static let game: [KeyRow] =
        [.chooseSquare, .number, .place, .nextGame, .giveUp, .retry] + leaving + everywhere
    /// The key for an opponent that is out of time.
    static let gameLate: [KeyRow] = [.takeGame]
    static let gameOver: [KeyRow] =
        [
            .review, .putAway, .nextGame, .retry, .chooseSquare.unnamed, .number, .giveUp.unnamed,
        ] + leaving + everywhere

    static let replay: [KeyRow] =
        [.replayStep, .replayEnds, .autoplay, .explain, .retry] + leaving + everywhere

    static let question: [KeyRow] = [.answer, .giveAnswer, .yesOrNo, .back, .help, .redraw]
    static let themes: [KeyRow] = [
        .chooseTheme, .keepTheme, .back.named(KeyLabels.asBefore), .theme.unnamed, .redraw,
    ]
    static let phrases: [KeyRow] = [
        .choosePhrase, .sayPhrase, .phraseNumber, .back, .phrases.unnamed, .redraw,
    ]
    /// All other keys type text.
    static let prompt: [KeyRow] = [.endTyping, .back]

    /// The keys of all screens. A match that has not been received yet has no other keys.
    static let common = leaving + everywhere

    private static let leaving: [KeyRow] = [.back, .quit]
    private static let everywhere: [KeyRow] = [
        .theme, .help, .notices, .mouse, .bell, .redraw, .suspend,
    ]

    /// All screens, with the keys that can occur together.
    static let all = [
        KeyScreen(KeyHeadings.lobby, lobby),
        KeyScreen(KeyHeadings.match, waiting, round, roundOver, doubt),
        KeyScreen(KeyHeadings.table, table, tableOver),
        KeyScreen(KeyHeadings.gallery, gallery),
        KeyScreen(KeyHeadings.watching, watching),
        KeyScreen(KeyHeadings.replay, replay),
        KeyScreen(KeyHeadings.friends, friends),
        KeyScreen(KeyHeadings.games, games),
        KeyScreen(KeyHeadings.game, gameLate, game, gameOver),
        KeyScreen(KeyHeadings.account, account),
        KeyScreen(KeyHeadings.statistics, statistics),
        KeyScreen(KeyHeadings.devices, devices),
        KeyScreen(KeyHeadings.settings, settings),
        KeyScreen(KeyHeadings.invitation, invitation, asking),
        KeyScreen(KeyHeadings.phrases, phrases),
        KeyScreen(KeyHeadings.question, question),
        KeyScreen(KeyHeadings.themes, themes),
    ]
}

extension KeyRow {
    /// The keys of all screens, for the manual. Keys that all screens share come last.
    package static var chapters: [KeyChapter] {
        let common = KeyScreen.common
        return KeyScreen.all.map { screen in
            KeyChapter(screen.name, screen.rows.filter { row in !common.contains(row) })
        } + [KeyChapter(KeyHeadings.everywhere, common)]
    }
}

extension KeyChapter {
    fileprivate init(_ heading: String, _ rows: [KeyRow]) {
        self.init(heading: heading, rows: rows.map { Row(keys: $0.shown, meaning: $0.meaning) })
    }
}
