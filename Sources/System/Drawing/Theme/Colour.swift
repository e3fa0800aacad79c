package enum Colour: Hashable, Codable, Sendable {
    /// The default colour of the terminal.
    case standard
    /// A number of the palette: 0 to 15 for the terminal's own colours, and 16 to 255 for colours
    /// that are the same on all terminals.
    case palette(UInt8)
    case rgb(red: UInt8, green: UInt8, blue: UInt8)
}

extension Colour {
    /// Returns the nearest colour that a terminal of this depth can show.
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

/// The number of colours that a terminal can show.
package enum ColourDepth: Hashable, Sendable, CaseIterable, Comparable {
    case none
    case sixteen
    /// The 256 colours of xterm.
    case palette
    case rgb
}

/// A colour as amounts of red, green and blue light, for comparisons.
struct RGB: Hashable {
    let red: Int
    let green: Int
    let blue: Int

    /// Creates the amounts of an exact colour; nil for the default and for colours of the palette.
    init?(_ colour: Colour) {
        guard case .rgb(let red, let green, let blue) = colour else { return nil }
        self.init(red: red, green: green, blue: blue)
    }

    /// True if black is easier to read on the colour than white.
    var isLight: Bool { luminance > 0.18 }

    init(red: UInt8, green: UInt8, blue: UInt8) {
        self.red = Int(red)
        self.green = Int(green)
        self.blue = Int(blue)
    }

    /// Creates the colour that xterm shows for an index: sixteen colours, a cube of 6 × 6 × 6, and
    /// a ramp of greys.
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

    /// The relative luminance, from 0 to 1.
    var luminance: Double {
        0.2126 * Self.linearLight(red) + 0.7152 * Self.linearLight(green)
            + 0.0722 * Self.linearLight(blue)
    }

    /// Returns the contrast of two colours, from 1 to 21, by the formula of the Web Content
    /// Accessibility Guidelines.
    func contrast(with other: RGB) -> Double {
        let (one, other) = (luminance, other.luminance)
        return (max(one, other) + 0.05) / (min(one, other) + 0.05)
    }

    /// Returns the linear amount of light, by the curve of sRGB. The curve's power of 2.4 is
    /// computed as the twelfth power of the fifth root, without a maths library.
    private static func linearLight(_ amount: Int) -> Double {
        let share = Double(amount) / 255
        guard share > 0.04045 else { return share / 12.92 }
        let raised = (share + 0.055) / 1.055
        var root = 1.0
        for _ in 0..<12 {
            let square = root * root
            root = (4 * root + raised / (square * square)) / 5
        }
        let cube = root * root * root
        return cube * cube * cube * cube
    }

    /// Returns the nearest colour of the palette whose contrast with `background` is at least
    /// `contrast`. If there is none, returns the nearest colour.
    func nearest(
        in indices: ClosedRange<UInt8>, readableOn background: RGB, by contrast: Double
    ) -> UInt8 {
        let readable = indices.filter { RGB(index: $0).contrast(with: background) >= contrast }
        return readable.min { distance(to: RGB(index: $0)) < distance(to: RGB(index: $1)) }
            ?? nearest(in: indices)
    }
}

/// The attributes and colours of a cell on a terminal.
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

    /// The look with foreground and background exchanged.
    package var reversed: Look {
        var look = self
        look.attributes.formSymmetricDifference(.reverse)
        return look
    }

    /// The background that a blank with this look shows; nil if the blank also shows an underline
    /// or reversed colours.
    var backgroundOfBlank: Colour? {
        attributes.isDisjoint(with: [.underline, .reverse]) ? background : nil
    }

    /// Returns true if the change from the look `pen` to this one adds attributes and colours, and
    /// ends none.
    func isAddition(to pen: Look) -> Bool {
        attributes.isSuperset(of: pen.attributes)
            && (foreground != .standard || pen.foreground == .standard)
            && (background != .standard || pen.background == .standard)
    }
}
