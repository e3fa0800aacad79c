internal import Drawing

/// Keys that belong together: one row of the help, and one entry of the line at the bottom.
package struct KeyRow: Hashable, Sendable {
    /// The keys as people are told of them.
    package let shown: String
    /// One or two words for the line at the bottom. None keeps the row out of it.
    package let word: String?
    package let meaning: String
    private let keys: [KeyStroke: Intent]
    /// What a click on the row in the line at the bottom does.
    let click: Intent?

    init(
        _ shown: String, _ word: String?, _ meaning: String, _ keys: [(KeyStroke, Intent)],
        click: Intent? = nil
    ) {
        self.shown = shown
        self.word = word
        self.meaning = meaning
        self.keys = Dictionary(uniqueKeysWithValues: keys)
        self.click = click
    }

    /// A row whose keys all do the same.
    init(
        _ shown: String, _ word: String?, _ meaning: String, _ strokes: KeyStroke...,
        does intent: Intent
    ) {
        self.init(shown, word, meaning, strokes.map { ($0, intent) }, click: intent)
    }

    package func intent(of stroke: KeyStroke) -> Intent? { keys[stroke] }

    /// The same keys, unnamed at the bottom: all they do now is tell why they do nothing.
    var unnamed: KeyRow { KeyRow(self, word: nil) }

    /// The same keys by another word.
    func named(_ word: String) -> KeyRow { KeyRow(self, word: word) }

    private init(_ row: KeyRow, word: String?) {
        (shown, self.word, meaning, keys, click) = (
            row.shown, word, row.meaning, row.keys, row.click
        )
    }
}
