/// A colour of a terminal, or whatever the terminal draws with by default.
package enum Colour: Hashable, Codable, Sendable {
    case standard
    /// 0 to 15 are the terminal's own colours, 16 to 255 the same everywhere.
    case palette(UInt8)
    case rgb(red: UInt8, green: UInt8, blue: UInt8)

    package static let black = Colour.palette(0)
    package static let red = Colour.palette(1)
    package static let green = Colour.palette(2)
    package static let yellow = Colour.palette(3)
    package static let magenta = Colour.palette(5)
    package static let cyan = Colour.palette(6)
}

extension Colour {
    /// The nearest colour that a terminal of that depth can show.
    package func reduced(to depth: ColourDepth) -> Colour {
        switch (self, depth) {
        case (.standard, _), (_, .none): .standard
        case (.palette(let index), .sixteen) where index > 15:
            .palette(RGB(index: index).nearest(in: 0...15))
        case (.palette, .sixteen), (.palette, .palette), (_, .rgb): self
        case (.rgb(let red, let green, let blue), .sixteen):
            .palette(RGB(red: red, green: green, blue: blue).nearest(in: 0...15))
        case (.rgb(let red, let green, let blue), .palette):
            .palette(RGB(red: red, green: green, blue: blue).nearest(in: 16...255))
        }
    }
}
