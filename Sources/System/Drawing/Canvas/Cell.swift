/// What a canvas holds at one point: what it shows, and what that means.
package struct Cell: Hashable, Sendable {
    package var glyph: Glyph
    package var style: Style

    package init(_ glyph: Glyph, _ style: Style = .plain) {
        self.glyph = glyph
        self.style = style
    }

    package static let blank = Cell(.blank)

    /// What stands on a screen of which nothing is known. It differs from all that can be drawn.
    static let unknown = Cell(.unknown)
}
