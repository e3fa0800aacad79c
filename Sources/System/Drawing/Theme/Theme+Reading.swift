extension Theme {
    /// Reads a theme. Each line has a style and its look, such as `cross bold cyan` or `titleBar
    /// reverse #102030 on 15`. A line that starts with `#` is a comment.
    ///
    /// A missing colour is that of `plain`, and a missing style has the look of `plain`. The style
    /// `urgent` was added later: if it is missing, it has the look of `warning`.
    package init(_ name: String, reading text: String) throws(ThemeFlaw) {
        var sketches: [Style: PartialLook] = [:]
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        for (number, line) in zip(1..., lines) {
            let words = line.split { $0 == " " || $0 == "\t" || $0 == "\r" }
            guard let first = words.first, !first.hasPrefix("#") else { continue }
            guard let style = Style(named: first) else {
                throw .unknownStyle(String(first), line: number)
            }
            guard sketches[style] == nil else { throw .styleTwice(String(first), line: number) }
            sketches[style] = try PartialLook(words.dropFirst(), line: number)
        }
        let plain = sketches[.plain]?.completeLook(defaultsFrom: Look()) ?? Look()
        sketches[.urgent] = sketches[.urgent] ?? sketches[.warning]
        self.init(name) { sketches[$0]?.completeLook(defaultsFrom: plain) ?? plain }
    }
}

extension Style {
    fileprivate init?(named name: Substring) {
        guard let style = Self.allCases.first(where: { "\($0)" == name }) else { return nil }
        self = style
    }
}

/// The parts of a look that one line contains.
private struct PartialLook {
    private static let attributes: [Substring: Look.Attributes] = [
        "bold": .bold, "dim": .dim, "underline": .underline, "reverse": .reverse,
    ]

    private var attributes: Look.Attributes = []
    private var foreground: Colour?
    private var background: Colour?

    init(_ words: ArraySlice<Substring>, line: Int) throws(ThemeFlaw) {
        var isBackground = false
        for word in words {
            if let attribute = Self.attributes[word] {
                attributes.insert(attribute)
            } else if word == "on" {
                isBackground = true
            } else if let colour = Colour(named: word) {
                if isBackground { background = colour } else { foreground = colour }
            } else {
                throw .unknownWord(String(word), line: line)
            }
        }
    }

    /// Returns the whole look, with missing colours from `plain`.
    func completeLook(defaultsFrom plain: Look) -> Look {
        Look(
            foreground ?? plain.foreground, on: background ?? plain.background,
            attributes: attributes)
    }
}

extension Colour {
    private static let names: [Substring] = [
        "black", "red", "green", "yellow", "blue", "magenta", "cyan", "white",
    ]

    /// Reads `standard`, one of the eight colour names with or without `bright-` (`cyan`,
    /// `bright-cyan`), a number of the palette, or `#rrggbb`; nil for other names.
    fileprivate init?(named name: Substring) {
        let bright = "bright-"
        if name == "standard" {
            self = .standard
        } else if let index = Self.names.firstIndex(of: name) {
            self = .palette(UInt8(index))
        } else if name.hasPrefix(bright),
            let index = Self.names.firstIndex(of: name.dropFirst(bright.count))
        {
            self = .palette(UInt8(index + 8))
        } else if name.first == "#", name.utf8.count == 7,
            let value = UInt32(name.dropFirst(), radix: 16)
        {
            self = .rgb(
                red: UInt8(value >> 16), green: UInt8(value >> 8 & 0xFF), blue: UInt8(value & 0xFF))
        } else if let index = UInt8(name) {
            self = .palette(index)
        } else {
            return nil
        }
    }
}
