package import Commands
internal import Drawing
package import Game
internal import Wording

/// The keys that somebody chose instead of the usual ones, and which digit is which square's.
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

    /// What else the key does somewhere, in a word; nil if nothing.
    private func rival(of binding: KeyBinding) -> String? {
        let intent = Intent(binding.purpose)
        for screen in KeyScreen.all where screen.rows.contains(where: { $0.has(intent) }) {
            for row in screen.rows {
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
        NamedKeys(draw: word(for: .draw), decline: word(for: .decline), numbering: numbering)
    }

    /// The key for something, as people are told of it.
    func word(for intent: Intent) -> String {
        KeyScreen.all.lazy.flatMap(\.rows).first { $0.click == intent }?.with(self).shown ?? ""
    }
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
