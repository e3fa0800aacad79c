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

/// Amounts of light, to measure how far colours are from each other.
private struct RGB {
    let red: Int
    let green: Int
    let blue: Int

    init(red: UInt8, green: UInt8, blue: UInt8) {
        self.red = Int(red)
        self.green = Int(green)
        self.blue = Int(blue)
    }

    /// The colour that xterm gives to an index: sixteen, a cube of 6 × 6 × 6, a ramp of greys.
    init(index: UInt8) {
        let levels: [UInt8] = [0, 95, 135, 175, 215, 255]
        switch index {
        case 7: self.init(grey: 229)
        case 8: self.init(grey: 127)
        case 0...15:
            let light: UInt8 = index < 8 ? 205 : 255
            self.init(
                red: index & 1 * light, green: index >> 1 & 1 * light, blue: index >> 2 & 1 * light)
        case 16...231:
            let inCube = Int(index) - 16
            self.init(
                red: levels[inCube / 36], green: levels[inCube / 6 % 6], blue: levels[inCube % 6])
        case 232...255: self.init(grey: 8 + 10 * (index - 232))
        default: preconditionFailure("a byte lies between 0 and 255")
        }
    }

    private init(grey light: UInt8) {
        self.init(red: light, green: light, blue: light)
    }

    func nearest(in indices: ClosedRange<UInt8>) -> UInt8 {
        indices.min { distance(to: RGB(index: $0)) < distance(to: RGB(index: $1)) }
            ?? indices.lowerBound
    }

    private func distance(to other: RGB) -> Int {
        let (red, green, blue) = (red - other.red, green - other.green, blue - other.blue)
        return red * red + green * green + blue * blue
    }
}
