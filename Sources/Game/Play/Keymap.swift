package import Commands
internal import Drawing
package import Game
internal import Lobby
internal import Visit
internal import Wording

/// A key, and its effect.
struct KeyAssignment: Hashable, Codable {
    let stroke: KeyStroke
    let intent: Intent
}

/// The keys that the player has assigned, and the digits of the squares.
package struct Keymap: Hashable, Codable, Sendable {
    private(set) var chosen: [KeyAssignment] = []
    package internal(set) var numbering: SquareNumbering

    package init(_ numbering: SquareNumbering = .page) {
        self.numbering = numbering
    }

    /// Creates a keymap. Throws if a key would have two actions on one screen.
    package init(
        _ bindings: [KeyBinding], _ numbering: SquareNumbering = .page
    ) throws(UsageError) {
        self.init(assigning: bindings, numbering)
        if let first = conflicts(among: bindings).first { throw first }
    }

    private init(assigning bindings: [KeyBinding], _ numbering: SquareNumbering) {
        self.numbering = numbering
        chosen = bindings.map { KeyAssignment(stroke: $0.stroke, intent: Intent($0.action)) }
    }

    /// Returns the errors of keys that would have two actions on one screen. The first one is the
    /// error that a keymap of these bindings throws.
    package static func conflicts(of bindings: [KeyBinding]) -> [UsageError] {
        Keymap(assigning: bindings, .page).conflicts(among: bindings)
    }

    private func conflicts(among bindings: [KeyBinding]) -> [UsageError] {
        var wrong: Set<String> = []
        var conflicts: [UsageError] = []
        // If two lines assign the same key, the later one is wrong.
        for binding in bindings.reversed() {
            guard let other = conflictingAction(of: binding), !wrong.contains(other) else {
                continue
            }
            wrong.insert(binding.action.rawValue)
            conflicts.append(binding.duplicateKeyError(with: other))
        }
        return conflicts
    }

    /// Returns the name of another action that the key has on the same screen; nil if there is
    /// none.
    private func conflictingAction(of binding: KeyBinding) -> String? {
        let intent = Intent(binding.action)
        for table in ActionTable.all
        where table.rows.contains(where: { $0.has(intent) }) {
            for row in table.rows {
                let other = row.applying(self).intents(of: binding.stroke).first { $0 != intent }
                guard let other else { continue }
                let purpose = BindableAction.allCases.first { Intent($0) == other }
                return purpose?.rawValue ?? row.name
            }
        }
        return nil
    }

    var namedKeys: NoticeKeyNames {
        NoticeKeyNames(
            draw: keyName(for: .draw), decline: keyName(for: .decline),
            rematch: keyName(for: .rematch),
            numbering: numbering)
    }

    /// Returns the name of the key for an intent; without a key, the action's name in the palette.
    /// Empty if no screen has such an action.
    func keyName(for intent: Intent) -> String {
        let usual = ActionTable.all.lazy.flatMap { $0.rows }.first { $0.intent == intent }
        guard let row = usual?.applying(self) else { return "" }
        return row.keyNames.isEmpty ? row.paletteTitle : row.keyNames
    }
}

/// The effect of a key. Several keys may have the same effect.
enum Intent: Hashable, Codable, Sendable {
    case move(Direction)
    case page(Direction)
    case nextItem
    case previousItem
    case choose(Square)
    case confirm
    case open(MenuItem)
    /// Chooses the next time limit for new correspondence games, or proposes one for the next round
    /// of a match.
    case nextClock
    /// Proposes the next number of wins that ends the series.
    case nextTarget

    case phrases
    case say(Phrase)
    /// Hides the phrases of other players, or shows them again.
    case mute

    case rematch
    case nextOpponent
    case resign
    case draw
    /// Declines an offer or an invitation, or withdraws one that the player made.
    case decline

    case befriend
    case opponentCard
    case card(PlayerID)

    case review
    case first
    case last
    case autoplay
    /// Shows or hides the values of moves.
    case explain
    /// Takes back the last move of a local game. In a match, asks the opponent to allow that, or
    /// allows the opponent's request.
    case takeBack

    case newGame
    case nextGame
    case putAway

    case television
    case follow
    case sort
    case find

    /// Claims the round or game of an opponent who is away, idle or out of time.
    case claim
    /// Ends the match with an opponent who is away or idle, without a result.
    case endUndecided

    case retry
    case answer(Bool)
    case back
    case help
    case palette
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
    init(_ purpose: BindableAction) {
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
            case .actions: .palette
            case .redraw: .redraw
            case .suspend: .suspend
            case .quit: .quit
            }
    }
}
