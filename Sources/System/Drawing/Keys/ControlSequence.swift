/// A control sequence: the bytes between `ESC [` and the final byte, the final byte, and their
/// meaning.
struct ControlSequence: Hashable, Sendable {
    /// The meaning of a sequence that the terminal has sent.
    enum InputMeaning: Hashable {
        case key(Key, Modifiers)
        case mouse(isRelease: Bool)
        case paste
        case reply(TerminalReply)
        /// A reply or a report that the program does not use, or an unknown sequence.
        case nothing
    }

    private let mark: UInt8?
    /// The parameters. A missing parameter is zero, and a number above 65,535 is 65,535.
    let numbers: [Int]
    private let isPlain: Bool
    private let final: UInt8
    /// The state of mode 2031 in the answer `? 2031 ; state $ y`; nil for other sequences.
    private let mode: Int?

    init(_ parameters: [UInt8], final: UInt8) {
        // `<`, `=`, `>` and `?` mark sequences that are not keys.
        mark = parameters.first.flatMap { (0x3C...0x3F).contains($0) ? $0 : nil }
        let rest = mark == nil ? parameters[...] : parameters.dropFirst()
        isPlain = rest.allSatisfy { $0.isDigit || $0 == UInt8(ascii: ";") }
        numbers =
            rest.isEmpty
            ? []
            : rest.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
                .map(Self.number)
        self.final = final
        let isMode = mark == UInt8(ascii: "?") && final == UInt8(ascii: "y")
        let answer = String(decoding: rest, as: UTF8.self)
        mode =
            isMode && answer.hasPrefix("2031;") && answer.hasSuffix("$")
            ? Int(answer.dropFirst(5).dropLast()) : nil
    }

    var meaning: InputMeaning {
        if let mode { return .reply(.themeReports(isKnown: mode == 1 || mode == 2)) }
        guard isPlain else { return .nothing }
        switch (mark, final) {
        case (nil, UInt8(ascii: "I")) where numbers.isEmpty: return .reply(.focus(true))
        case (nil, UInt8(ascii: "O")) where numbers.isEmpty: return .reply(.focus(false))
        case (UInt8(ascii: "?"), UInt8(ascii: "n")) where numbers == [997, 1]:
            return .reply(.colours(isLight: false))
        case (UInt8(ascii: "?"), UInt8(ascii: "n")) where numbers == [997, 2]:
            return .reply(.colours(isLight: true))
        case (UInt8(ascii: "<"), UInt8(ascii: "M")): return .mouse(isRelease: false)
        case (UInt8(ascii: "<"), UInt8(ascii: "m")): return .mouse(isRelease: true)
        case (nil, UInt8(ascii: "~")) where numbers.first == 200: return .paste
        case (UInt8(ascii: "?"), UInt8(ascii: "c")): return .reply(.terminalType)
        case (nil, _): return key.map { .key($0, modifiers) } ?? .nothing
        case (.some, _): return .nothing
        }
    }

    private var key: Key? {
        switch final {
        case UInt8(ascii: "~"), UInt8(ascii: "^"), UInt8(ascii: "$"), UInt8(ascii: "@"):
            numbers.first.flatMap(Key.init(number:))
        case UInt8(ascii: "a")...UInt8(ascii: "d"): Key(final: final - 0x20)
        case UInt8(ascii: "Z"): .tab
        // `ESC [ row ; column R` reports the position of the cursor.
        case UInt8(ascii: "R") where numbers.count > 1 && !(2...16).contains(numbers[1]): nil
        case UInt8(ascii: "R") where numbers.first ?? 1 > 1: nil
        default: Key(final: final)
        }
    }

    private var modifiers: Modifiers {
        switch final {
        case UInt8(ascii: "Z"), UInt8(ascii: "$"), UInt8(ascii: "a")...UInt8(ascii: "d"): .shift
        case UInt8(ascii: "^"): .control
        case UInt8(ascii: "@"): [.control, .shift]
        default: numbers.count > 1 ? Self.modifiers(numbers[1]) : []
        }
    }

    /// Reads a modifier parameter: one more than the sum of 1 for shift, 2 for alt, 4 for control,
    /// and 8 for meta.
    private static func modifiers(_ number: Int) -> Modifiers {
        guard (2...16).contains(number) else { return [] }
        let held = Modifiers(rawValue: UInt8(number - 1) & 7)
        return number > 8 ? held.union(.alt) : held
    }

    private static func number(_ digits: ArraySlice<UInt8>) -> Int {
        digits.reduce(0) { min($0 * 10 + Int($1 &- UInt8(ascii: "0")), 65_535) }
    }
}

extension Key {
    /// Creates the key for the letter at the end of `ESC [` or `ESC O`; nil if no key has the
    /// letter.
    init?(final: UInt8) {
        switch final {
        case UInt8(ascii: "A"): self = .up
        case UInt8(ascii: "B"): self = .down
        case UInt8(ascii: "C"): self = .right
        case UInt8(ascii: "D"): self = .left
        case UInt8(ascii: "F"): self = .end
        case UInt8(ascii: "H"): self = .home
        case UInt8(ascii: "P")...UInt8(ascii: "S"):
            self = .function(Int(final - UInt8(ascii: "P")) + 1)
        default: return nil
        }
    }

    /// Creates the key for the number in `ESC [ number ~`; nil if no key has the number.
    init?(number: Int) {
        switch number {
        case 1, 7: self = .home
        case 2: self = .insert
        case 3: self = .delete
        case 4, 8: self = .end
        case 5: self = .pageUp
        case 6: self = .pageDown
        case 11...15: self = .function(number - 10)
        case 17...21: self = .function(number - 11)
        case 23, 24: self = .function(number - 12)
        default: return nil
        }
    }

    /// Creates the key for the letter after `ESC O`: a key of a VT100's keypad, or an arrow of
    /// rxvt. Returns nil if no key has the letter.
    init?(keypad letter: UInt8) {
        switch letter {
        case UInt8(ascii: "M"): self = .enter
        case UInt8(ascii: "X"): self = .character("=")
        case UInt8(ascii: "a")...UInt8(ascii: "d"): self.init(final: letter - 0x20)
        case UInt8(ascii: "j")...UInt8(ascii: "y"):
            self = .character(Unicode.Scalar(letter - 0x40))
        default: return nil
        }
    }
}

extension UInt8 {
    var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
}
