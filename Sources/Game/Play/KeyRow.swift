internal import Drawing
internal import Wording

/// Keys that belong together: one row of the help, and one entry of the line at the bottom.
package struct KeyRow: Hashable, Sendable {
    private struct Assignment: Hashable {
        let stroke: KeyStroke
        let intent: Intent
    }

    /// The keys as people are told of them.
    package private(set) var shown: String
    /// One or two words for the line at the bottom. None keeps the row out of it.
    package private(set) var word: String?
    private let story: String
    /// Further keys that do the same.
    private var also: String?
    private var keys: [Assignment]
    /// What a click on the row in the line at the bottom does.
    let click: Intent?

    init(
        _ shown: String, _ words: KeyWords, keys: [(KeyStroke, Intent)], click: Intent? = nil
    ) {
        self.shown = shown
        word = words.word
        story = words.story
        also = words.also
        self.keys = keys.map { Assignment(stroke: $0.0, intent: $0.1) }
        self.click = click
    }

    /// A row whose keys all do the same.
    init(_ shown: String, _ words: KeyWords, on strokes: KeyStroke..., does intent: Intent) {
        self.init(shown, words, keys: strokes.map { ($0, intent) }, click: intent)
    }

    /// What the keys are for.
    var meaning: String { KeyWords.meaning(story, also: also) }

    func intent(of stroke: KeyStroke) -> Intent? {
        keys.first { $0.stroke == stroke }?.intent
    }

    func intents(of stroke: KeyStroke) -> [Intent] {
        keys.filter { $0.stroke == stroke }.map(\.intent)
    }

    /// Whether it is the same row, by whichever word.
    func isSame(as other: KeyRow) -> Bool { story == other.story && keys == other.keys }

    func has(_ intent: Intent) -> Bool { keys.contains { $0.intent == intent } }

    /// The same keys, unnamed at the bottom: all they do now is tell why they do nothing.
    var unnamed: KeyRow { worded(nil) }

    /// The same keys by another word.
    func named(_ word: String) -> KeyRow { worded(word) }

    private func worded(_ word: String?) -> KeyRow {
        var row = self
        row.word = word
        return row
    }

    /// The row with the keys that somebody chose, in the place of its letters.
    func with(_ keymap: Keymap) -> KeyRow {
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
