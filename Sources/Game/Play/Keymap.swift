package import Commands
internal import Drawing
package import Game
internal import Wording

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
        for table in KeyTable.all where table.rows.contains(where: { $0.has(intent) }) {
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
        NamedKeys(draw: word(for: .draw), decline: word(for: .decline), numbering: numbering)
    }

    /// Returns the name of the key for an intent, or an empty text if no row is for it alone.
    func word(for intent: Intent) -> String {
        KeyTable.all.lazy.flatMap(\.rows).first { $0.click == intent }?.with(self).shown ?? ""
    }
}
