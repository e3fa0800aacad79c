package import SimperiumClock

/// What comes from a terminal: keys, and the answers to what it may be asked once.
package struct TerminalInput: Hashable, Sendable {
    private var parser = KeyParser()
    private var question: BackgroundQuestion?
    private var background: Bool?
    private var isProgramNews = false
    /// How long the first answer took, until it is taken.
    private var roundTrip: Duration?
    /// What the terminal calls itself, once it has told.
    private var program: TerminalProgram?

    package init() {}

    /// Asks what the background is, by these bytes.
    package mutating func ask(
        _ patience: BackgroundQuestion.Patience, at now: Instant
    ) -> String {
        question = BackgroundQuestion(at: now, patience)
        parser.awaitsReply = true
        return BackgroundQuestion.request
    }

    /// When to call `wake`, if nothing arrives before.
    package var nextDeadline: Instant? { parser.nextDeadline }

    package mutating func read(_ bytes: [UInt8], at now: Instant) -> [KeyEvent] {
        let keys = parser.read(bytes, at: now)
        for reply in parser.takeReplies() {
            if let span = question?.takeRoundTrip(at: now) { roundTrip = span }
            if let isLight = question?.hear(reply, at: now) { background = isLight }
            if question != nil, program == nil, case .program(let name) = reply {
                (program, isProgramNews) = (TerminalProgram(name), true)
            }
        }
        parser.awaitsReply = isAsking(at: now)
        return keys
    }

    package mutating func wake(at now: Instant) -> [KeyEvent] {
        parser.awaitsReply = isAsking(at: now)
        return parser.wake(at: now)
    }

    /// Whether the background turned out to be light, once.
    package mutating func takeBackground() -> Bool? {
        defer { background = nil }
        return background
    }

    /// What the terminal calls itself, once.
    package mutating func takeProgram() -> TerminalProgram? {
        defer { isProgramNews = false }
        return isProgramNews ? program : nil
    }

    /// How long it took to answer, once.
    package mutating func takeRoundTrip() -> Duration? {
        defer { roundTrip = nil }
        return roundTrip
    }

    /// How the terminal shows notices outside its window, if it has told a name that does.
    package var notice: WindowNotice? { program?.notice }

    /// Until when nothing should be painted yet; nil if that time is over.
    package func holdsPicture(at now: Instant) -> Instant? { question?.holdsPicture(at: now) }

    /// Whether bytes may still come that are no keys, for whoever reads the terminal next.
    package func isAsking(at now: Instant) -> Bool { question?.isOpen(at: now) == true }
}

/// Asks a terminal once what its background is, so that what is painted can be read on it.
///
/// Not every terminal knows the question, but each answers the second one, what it is. So whoever
/// has heard that answer need not wait for the first one, though it may still come: screen passes
/// the first question on, and answers the second at once.
package struct BackgroundQuestion: Hashable, Sendable {
    /// How long the first picture waits for an answer at most.
    package enum Patience: Hashable, Sendable {
        case here
        /// By ssh, over the network.
        case far

        var span: Duration {
            switch self {
            case .here: .milliseconds(35)
            case .far: .milliseconds(250)
            }
        }
    }

    /// How late an answer may come to be believed, for colours that change later only startle.
    package static let memory = Duration.seconds(2)
    /// How long what is left of an answer may be under way to a terminal that is given back.
    package static let parting = Duration.milliseconds(150)
    /// What the background is, with an end that every terminal understands; what the program calls
    /// itself; and what it is.
    package static let request = "\u{1B}]11;?\u{07}\u{1B}[>0q\u{1B}[c"

    private let asked: Instant
    private let patience: Patience
    private var hasName = false
    private var hasBackground = false
    private var isMeasured = false

    package init(at now: Instant, _ patience: Patience) {
        asked = now
        self.patience = patience
    }

    /// Whether the background is light, if that is news and has not come too late.
    package mutating func hear(_ reply: TerminalReply, at now: Instant) -> Bool? {
        switch reply {
        case .name:
            hasName = true
            return nil
        case .program: return nil
        case .background(let isLight):
            guard !hasBackground, now <= asked + Self.memory else { return nil }
            hasBackground = true
            return isLight
        }
    }

    /// How long the first answer took, whatever it is; nil for those behind it.
    mutating func takeRoundTrip(at now: Instant) -> Duration? {
        defer { isMeasured = true }
        return isMeasured ? nil : now - asked
    }

    /// Until when nothing should be painted yet; nil if that time is over.
    package func holdsPicture(at now: Instant) -> Instant? {
        let end = asked + patience.span
        return hasName || hasBackground || end <= now ? nil : end
    }

    /// Whether bytes may still come that are no keys, for whoever reads the terminal next.
    package func isOpen(at now: Instant) -> Bool {
        !hasName && now < asked + Self.memory
    }
}

/// What a terminal answers to a question of ours.
package enum TerminalReply: Hashable, Sendable {
    /// What it draws on, as far as that matters: whether dark text can be read there.
    case background(isLight: Bool)
    /// What the program calls itself.
    case program(String)
    /// What kind it is, which nobody wants to know: it comes after what was asked before.
    case name

    /// The reply in the string that a terminal sends behind `ESC P`.
    init?(deviceControl text: [UInt8]) {
        guard text.starts(with: Array(">|".utf8)) else { return nil }
        self = .program(String(decoding: text.dropFirst(2), as: UTF8.self))
    }

    /// The reply in the string that a terminal sends behind `ESC ]`.
    init?(operatingSystemCommand text: [UInt8]) {
        let marker = Array("11;".utf8)
        guard text.starts(with: marker),
            let colour = RGB(text: String(decoding: text.dropFirst(marker.count), as: UTF8.self))
        else { return nil }
        self = .background(isLight: colour.isLight)
    }
}

extension RGB {
    /// Reads `rgb:h/h/h`, `rgba:h/h/h/h` with one to four digits each, or `#rrggbb`.
    fileprivate init?(text: String) {
        let digits: [Substring]
        if text.hasPrefix("#"), text.utf8.count == 7 {
            let all = text.dropFirst()
            digits = [all.prefix(2), all.dropFirst(2).prefix(2), all.suffix(2)]
        } else if let colon = text.firstIndex(of: ":"), ["rgb", "rgba"].contains(text[..<colon]) {
            digits = text[text.index(after: colon)...].split(
                separator: "/", omittingEmptySubsequences: false)
            guard digits.count == text[..<colon].utf8.count else { return nil }
        } else {
            return nil
        }
        let amounts = digits.prefix(3).compactMap(Self.amount)
        guard amounts.count == 3 else { return nil }
        self.init(red: amounts[0], green: amounts[1], blue: amounts[2])
    }

    private static func amount(_ digits: Substring) -> UInt8? {
        guard (1...4).contains(digits.utf8.count), digits.utf8.allSatisfy(\.isHexadecimal),
            let value = UInt32(digits, radix: 16)
        else { return nil }
        let most = UInt32(1) << UInt32(4 * digits.utf8.count) - 1
        return UInt8((value * 255 + most / 2) / most)
    }
}

extension UInt8 {
    fileprivate var isHexadecimal: Bool {
        isDigit || (0x41...0x46).contains(self & 0xDF)
    }
}
