/// How a terminal draws a cell.
package struct Look: Hashable, Codable, Sendable {
    package var foreground: Colour
    package var background: Colour
    package var attributes: Attributes

    package init(
        _ foreground: Colour = .standard, on background: Colour = .standard,
        attributes: Attributes = []
    ) {
        self.foreground = foreground
        self.background = background
        self.attributes = attributes
    }

    package struct Attributes: OptionSet, Hashable, Codable, Sendable {
        package let rawValue: UInt8

        package init(rawValue: UInt8) {
            self.rawValue = rawValue
        }

        package static let bold = Attributes(rawValue: 1)
        package static let dim = Attributes(rawValue: 2)
        package static let underline = Attributes(rawValue: 4)
        package static let reverse = Attributes(rawValue: 8)
    }

    package func reduced(to depth: ColourDepth) -> Look {
        Look(
            foreground.reduced(to: depth), on: background.reduced(to: depth),
            attributes: attributes)
    }

    /// What a blank of this look shows: its background, unless more than that can be seen of it.
    var backgroundOfBlank: Colour? {
        attributes.isDisjoint(with: [.underline, .reverse]) ? background : nil
    }

    /// Whether a terminal that draws with `pen` needs only be told what is new.
    func adds(to pen: Look) -> Bool {
        attributes.isSuperset(of: pen.attributes)
            && (foreground != .standard || pen.foreground == .standard)
            && (background != .standard || pen.background == .standard)
    }
}
