package import Game

/// The names of keys in sentences, and the numbering of the squares.
package struct NamedKeys: Hashable, Sendable {
    let draw: String
    let decline: String
    let numbering: Numbering

    package init(draw: String, decline: String, numbering: Numbering) {
        self.draw = draw
        self.decline = decline
        self.numbering = numbering
    }

    /// Empty names, for plain text, which has its own sentences in place of those with keys.
    static func none(_ numbering: Numbering) -> NamedKeys {
        NamedKeys(draw: "", decline: "", numbering: numbering)
    }
}
