/// A way to have a terminal draw otherwise, to be weighed against others by its length.
struct LookChange: Hashable, Sendable {
    /// How it draws until then; nil to begin with how every terminal draws unasked.
    private let old: Look?
    private let new: Look

    init(from old: Look?, to new: Look) {
        self.old = old
        self.new = new
    }

    /// Whether all that is drawn with stays, and something comes on top.
    var endsNothing: Bool { old.map(new.adds) ?? false }

    /// Of the parameters, each with what parts it from the next.
    var length: Int {
        (startsAfresh ? 2 : 0) + 3 * ended.rawValue.nonzeroBitCount
            + 2 * begun.rawValue.nonzeroBitCount + (foreground.map(Self.length) ?? 0)
            + (background.map(Self.length) ?? 0)
    }

    func append(to output: inout [UInt8]) {
        output.append("\u{1B}[")
        if startsAfresh { output.append("0;") }
        let (ended, begun) = (ended, begun)
        // Most looks differ in their colours alone.
        if !ended.union(begun).isEmpty {
            for (attribute, _, end) in Self.codes where ended.contains(attribute) {
                output.append(end)
            }
            for (attribute, start, _) in Self.codes where begun.contains(attribute) {
                output.append(start)
            }
        }
        if let foreground { Self.append(foreground, from: 30, &output) }
        if let background { Self.append(background, from: 40, &output) }
        // The last parameter's semicolon gives way to the end of the sequence.
        if output.last == UInt8(ascii: ";") { output.removeLast() }
        output.append(ascii: "m")
    }

    private static let codes: [(Look.Attributes, start: String, end: String)] = [
        (.bold, "1;", "22;"), (.dim, "2;", "22;"), (.underline, "4;", "24;"),
        (.reverse, "7;", "27;"),
    ]
    private static let weights: Look.Attributes = [.bold, .dim]

    /// Nothing at all says the same as a nought alone.
    private var startsAfresh: Bool { old == nil && new != Look() }

    /// The attributes to be ended, of the two weights one, since they end together.
    private var ended: Look.Attributes {
        guard let old else { return [] }
        let gone = old.attributes.subtracting(new.attributes)
        return gone.isSuperset(of: Self.weights) ? gone.subtracting(.dim) : gone
    }

    private var begun: Look.Attributes {
        let lost = ended.isDisjoint(with: Self.weights) ? ended : ended.union(Self.weights)
        return new.attributes.subtracting(old?.attributes.subtracting(lost) ?? [])
    }

    private var foreground: Colour? {
        new.foreground == old?.foreground ?? .standard ? nil : new.foreground
    }

    private var background: Colour? {
        new.background == old?.background ?? .standard ? nil : new.background
    }

    private static func length(of colour: Colour) -> Int {
        switch colour {
        case .standard, .palette(..<8): 3
        case .palette(..<16): 4
        case .palette(let index): 6 + digits(Int(index))
        case .rgb(let red, let green, let blue):
            8 + digits(Int(red)) + digits(Int(green)) + digits(Int(blue))
        }
    }

    private static func append(_ colour: Colour, from first: Int, _ output: inout [UInt8]) {
        switch colour {
        case .standard:
            output.append(number: first + 9)
        case .palette(let index) where index < 8:
            output.append(number: first + Int(index))
        case .palette(let index) where index < 16:
            output.append(number: first + 52 + Int(index))
        case .palette(let index):
            output.append(number: first + 8)
            output.append(";5;")
            output.append(number: Int(index))
        case .rgb(let red, let green, let blue):
            output.append(number: first + 8)
            output.append(";2;")
            for part in [red, green] {
                output.append(number: Int(part))
                output.append(ascii: ";")
            }
            output.append(number: Int(blue))
        }
        output.append(ascii: ";")
    }
}
