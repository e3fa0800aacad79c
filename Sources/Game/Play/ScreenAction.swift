package import Commands
internal import Drawing
package import Game
package import Lobby
package import Visit
internal import Wording

/// Keys that belong together, and their words: one row of the help and of the manual, and one entry
/// of the last line.
package struct ScreenAction: Hashable, Sendable {
    private struct Assignment: Hashable {
        let stroke: KeyStroke
        let intent: Intent
    }

    /// The names of the keys, as people read them.
    private(set) var shown: String
    /// One or two words for the last line, or nil to leave the row out of it.
    private(set) var word: String?
    private let purpose: String
    /// More keys with the same effect.
    private var also: String?
    private var keys: [Assignment]
    /// The intent of a click on the row's entry in the last line.
    let click: Intent?

    init(
        _ shown: String, _ word: String? = nil, _ purpose: String, also: String? = nil,
        keys: [(KeyStroke, Intent)], click: Intent? = nil
    ) {
        self.shown = shown
        self.word = word
        self.purpose = purpose
        self.also = also
        self.keys = keys.map { Assignment(stroke: $0.0, intent: $0.1) }
        self.click = click
    }

    /// A row of keys with one intent.
    init(
        _ shown: String, _ word: String? = nil, _ purpose: String, also: String? = nil,
        on strokes: KeyStroke..., does intent: Intent
    ) {
        self.init(
            shown, word, purpose, also: also, keys: strokes.map { ($0, intent) }, click: intent)
    }

    /// The purpose of the keys, and more keys with the same purpose.
    var meaning: String { purpose + (also.map(Words.also) ?? "") }

    func intent(of stroke: KeyStroke) -> Intent? {
        keys.first { $0.stroke == stroke }?.intent
    }

    func intents(of stroke: KeyStroke) -> [Intent] {
        keys.filter { $0.stroke == stroke }.map(\.intent)
    }

    /// True for the same keys with the same purpose, by any word.
    func isSame(as other: ScreenAction) -> Bool { purpose == other.purpose && keys == other.keys }

    func has(_ intent: Intent) -> Bool { keys.contains { $0.intent == intent } }

    /// The same keys without a word: all that they do now is explain why they do nothing.
    var unnamed: ScreenAction { named(nil) }

    /// The same keys by another word.
    func named(_ word: String?) -> ScreenAction {
        var row = self
        row.word = word
        return row
    }

    /// Returns the row with the player's own keys in the place of its letters.
    func with(_ keymap: Keymap) -> ScreenAction {
        let chosen = keymap.chosen.filter { has($0.intent) }
        guard !chosen.isEmpty else { return self }
        var row = self
        row.keys.removeAll { key in
            (key.stroke.isPlainCharacter || "\(key.stroke)" == shown)
                && chosen.contains { $0.intent == key.intent }
        }
        let isLetterShown = !row.keys.contains { "\($0.stroke)" == shown } && click != nil
        if isLetterShown, keys.contains(where: { "\($0.stroke)" == shown }) {
            row.shown = chosen.map { "\($0.stroke)" }.joined(separator: " ")
        }
        row.keys += chosen.map { Assignment(stroke: $0.stroke, intent: $0.intent) }
        let others = row.keys.map(\.stroke).filter { $0.isPlainCharacter }.map { "\($0)" }
            .filter { key in !key.allSatisfy { row.shown.contains($0) } }
        row.also = others.isEmpty ? nil : others.joined(separator: " ")
        return row
    }
}

/// The rows that several screens share. A row of one screen stands in that screen's file.
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
        "y", nil, "copy this as a text to pass on", on: "y", does: .copy)
    static let resign = ScreenAction(
        "R", "resign", "resign this round; asks first", on: "R", does: .resign)
    static let mute = ScreenAction(
        "m", nil, "mute other players; press again to unmute", on: "m", does: .mute)

    static let chooseItem = ScreenAction(
        "↑↓", "choose", "choose from the list", also: "j k",
        keys: arrows + [
            (KeyStroke(.pageUp), .page(.up)), (KeyStroke(.pageDown), .page(.down)),
        ])
    static let open = ScreenAction(
        "Enter", "open", "open the selected item", on: KeyStroke(.enter), " ", does: .confirm)
    static let television = ScreenAction(
        "v", "TV", "always show the most-watched match", also: "*", on: "v", "*",
        does: .television)
    static let befriend = ScreenAction(
        "+", "friend", "invite this player to be friends, or remove them", on: "+",
        does: .befriend)
    static let block = ScreenAction(
        "!", nil, "block this player, after a question, or unblock them", on: "!", does: .block)
    static let gameWithThem = ScreenAction(
        "o", nil, "start a correspondence game", on: "o", does: .newGame)
    static let nextGame = ScreenAction(
        "]", "next", "open the next waiting correspondence game", on: "]", does: .nextGame)
    static let putAway = ScreenAction(
        "-", "remove", "remove a finished game; resign an unfinished one (asks first)", on: "-",
        does: .putAway)
    static let retry = ScreenAction("r", "try now", "try to reconnect now", on: "r", does: .retry)

    static let back = ScreenAction("Esc", "back", "go back", on: KeyStroke(.escape), does: .back)
    /// The keys that close a panel or a question.
    static let close = ScreenAction(
        "Esc", "back", "go back", also: "q",
        keys: [(KeyStroke(.escape), .back), ("q", .quit), (.control("c"), .quit)], click: .back)
    static let help = ScreenAction("?", "help", "show or hide this help", on: "?", does: .help)
    static let theme = ScreenAction("t", "theme", "choose a theme", on: "t", does: .chooseTheme)
    static let redraw = ScreenAction(
        "Ctrl-L", nil, "redraw the screen", also: "=", on: .control("l"), "=", does: .redraw)

    /// The keys that leave a screen, and the other keys of all screens.
    static let leaving: [ScreenAction] = [
        back, ScreenAction("q", "quit", "quit the game", on: "q", .control("c"), does: .quit),
    ]
    static let everywhere: [ScreenAction] = [
        theme,
        help,
        ScreenAction("N", nil, "show recent notices", on: "N", does: .notices),
        ScreenAction("M", nil, "turn the mouse on or off", on: "M", does: .mouse),
        ScreenAction("B", nil, "turn the bell on or off", on: "B", does: .bell),
        redraw,
        ScreenAction("Ctrl-Z", nil, "suspend; fg resumes", on: .control("z"), does: .suspend),
    ]
    /// Both. A match that has not been received yet has no other keys.
    static let common = leaving + everywhere

    /// The digits, one for each square.
    private init(_ numbering: Numbering) {
        self.init(
            "1-9", nil, Words.number,
            keys: Square.allCases.map { square in
                (KeyStroke(.character(numbering.digit(of: square))), .choose(square))
            })
    }
}

/// The keys of a screen or an overlay in all its states, below their heading in the manual.
struct ActionTable: Sendable {
    let heading: String
    let rows: [ScreenAction]

    /// `states` are the keys of each state. A row of several states is listed once.
    init(_ heading: String, _ states: [ScreenAction]...) {
        self.heading = heading
        rows = states.joined().reduce(into: []) { rows, row in
            if !rows.contains(where: { $0.isSame(as: row) }) { rows.append(row) }
        }
    }

    /// All tables, in the order of the manual.
    static let all =
        Place.allCases.map { $0.screen.keys } + [
            InvitationKeys.table, PhraseList.table, Question.table, ThemeList.table,
        ]
}

extension ScreenAction {
    /// The keys of all screens, for the manual. Keys that all screens share come last.
    package static var chapters: [KeyChapter] {
        ActionTable.all.map { table in
            KeyChapter(table.heading, table.rows.filter { row in !common.contains(row) })
        } + [KeyChapter(Words.everywhere, common)]
    }
}

extension KeyChapter {
    fileprivate init(_ heading: String, _ rows: [ScreenAction]) {
        self.init(heading: heading, rows: rows.map { Row(keys: $0.shown, meaning: $0.meaning) })
    }
}

/// The keys that a player chose instead of the usual ones, and the digits of the squares.
package struct Keymap: Hashable, Codable, Sendable {
    struct Choice: Hashable, Codable {
        let stroke: KeyStroke
        let intent: Intent
    }

    private(set) var chosen: [Choice] = []
    package private(set) var numbering: Numbering

    package init(_ numbering: Numbering = .page) {
        self.numbering = numbering
    }

    /// Refuses a key that would do two things on one screen.
    package init(
        _ bindings: [KeyBinding], _ numbering: Numbering = .page
    ) throws(Misuse) {
        self.numbering = numbering
        chosen = bindings.map { Choice(stroke: $0.stroke, intent: Intent($0.purpose)) }
        // Of two that want a key the later line is the wrong one.
        for binding in bindings.reversed() {
            guard let other = rival(of: binding) else { continue }
            throw binding.doubled(with: other)
        }
    }

    /// The same with other digits for the squares.
    func numbered(_ numbering: Numbering) -> Keymap {
        var keymap = self
        keymap.numbering = numbering
        return keymap
    }

    /// Returns another purpose of the key on one screen, in a word, or nil if there is none.
    private func rival(of binding: KeyBinding) -> String? {
        let intent = Intent(binding.purpose)
        for table in ActionTable.all where table.rows.contains(where: { $0.has(intent) }) {
            for row in table.rows {
                let other = row.with(self).intents(of: binding.stroke).first { $0 != intent }
                guard let other else { continue }
                let purpose = KeyPurpose.allCases.first { Intent($0) == other }
                return purpose?.rawValue ?? row.meaning
            }
        }
        return nil
    }

    /// The keys that the lobby's notices name.
    var named: NamedKeys {
        NamedKeys(
            draw: word(for: .draw), decline: word(for: .decline), rematch: word(for: .rematch),
            numbering: numbering)
    }

    /// Returns the name of the key for an intent, or an empty text if no row is for it alone.
    func word(for intent: Intent) -> String {
        ActionTable.all.lazy.flatMap(\.rows).first { $0.click == intent }?.with(self).shown ?? ""
    }
}

/// An effect of a key. Several keys may have it.
package enum Intent: Hashable, Codable, Sendable {
    case move(Direction)
    /// Moves the selection by a page.
    case page(Direction)
    case nextItem
    case previousItem
    case choose(Square)
    case confirm
    case open(MenuItem)
    /// Chooses another clock for new matches.
    case nextClock
    /// Chooses another number of wins that ends a series.
    case nextTarget

    /// Opens the list of phrases, sends one, and mutes other players.
    case phrases
    case say(Phrase)
    case mute

    case rematch
    case nextOpponent
    case resign
    case draw
    /// Declines an offer, or withdraws the player's own.
    case decline

    /// Adds a friend or blocks a player, or takes that back.
    case befriend
    case block
    case unfriend
    case alias
    case watchFriend

    /// Opens the replay of the last round.
    case review
    case first
    case last
    /// Plays or pauses the moves of a replay.
    case autoplay
    /// Shows the value of moves or squares.
    case explain
    /// Takes back the last move at a table.
    case takeBack

    /// Starts a correspondence game, opens the next one that waits, and removes one.
    case newGame
    case nextGame
    case putAway

    case television
    case follow
    /// Sorts the matches, or searches them.
    case sort
    case find

    /// Answers an invitation.
    case reply(Request.Answer)
    /// Claims the round of an absent opponent, or ends the match without a result.
    case claim
    case endUndecided

    /// Connects to the server now, before the next attempt is due.
    case retry
    case answer(Bool)
    case back
    case help
    case notices
    /// Copies a text to the terminal's clipboard: the command that a friend types, or a result.
    case copy
    case chooseTheme
    case mouse
    case bell
    case redraw
    case suspend
    case quit
}

extension Intent {
    init(_ purpose: KeyPurpose) {
        self =
            switch purpose {
            case .left: .move(.left)
            case .down: .move(.down)
            case .up: .move(.up)
            case .right: .move(.right)
            case .find: .open(.quickMatch)
            case .invite: .open(.invite)
            case .join: .open(.join)
            case .watch: .open(.watch)
            case .bot: .open(.bot)
            case .local: .open(.twoPlayers)
            case .name: .open(.rename)
            case .resign: .resign
            case .draw: .draw
            case .decline: .decline
            case .rematch: .rematch
            case .next: .nextOpponent
            case .tv: .television
            case .follow: .follow
            case .retry: .retry
            case .theme: .chooseTheme
            case .mouse: .mouse
            case .bell: .bell
            case .notices: .notices
            case .help: .help
            case .redraw: .redraw
            case .suspend: .suspend
            case .quit: .quit
            }
    }
}

private enum Words {
    static let number = "choose that square"
    static let everywhere = "On every screen"

    static func also(_ keys: String) -> String { "; also \(keys)" }
}
