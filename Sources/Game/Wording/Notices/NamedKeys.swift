package import Game

/// What the keys are called that sentences name, and which digit is which square's.
package struct NamedKeys: Hashable, Sendable {
    let draw: String
    let decline: String
    let numbering: Numbering

    package init(draw: String, decline: String, numbering: Numbering) {
        self.draw = draw
        self.decline = decline
        self.numbering = numbering
    }

    /// For a program that is told words, not keys: its own sentences stand for those that name one.
    static func none(_ numbering: Numbering) -> NamedKeys {
        NamedKeys(draw: "", decline: "", numbering: numbering)
    }
}
