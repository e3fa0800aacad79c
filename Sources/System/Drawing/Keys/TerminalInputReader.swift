package import SimperiumClock

/// A reader of a terminal's bytes: the user's actions, and the answers to the program's requests.
///
/// Call `read` for all bytes, and `flushExpired` at `nextDeadline`. After `read`, `takeNews`
/// returns the new answers. `KeyParser` parses the bytes.
package struct TerminalInputReader: Hashable, Sendable {
    private var parser = KeyParser()
    private var query: TerminalBackgroundQuery?
    private var news = TerminalNews()
    /// The terminal program's own name; nil until the terminal has sent it.
    private var program: TerminalProgram?
    /// True if the window is in front; nil until the terminal reports it.
    private var isFocused: Bool?
    /// True if the terminal has answered that it can report changes of its colours.
    private var reportsThemes = false

    package init() {}

    /// Starts to wait for the terminal's answers, and returns the bytes of the requests: for the
    /// background, and for the terminal's other properties in `TerminalBackgroundQuery.request`.
    package mutating func requestBackground(
        _ timeout: TerminalBackgroundQuery.ReplyTimeout, at now: Instant
    ) -> String {
        query = TerminalBackgroundQuery(at: now, timeout)
        parser.awaitsReply = true
        return TerminalBackgroundQuery.request
    }

    /// The time of the next call of `flushExpired`, if no bytes arrive before.
    package var nextDeadline: Instant? { parser.nextDeadline }

    package mutating func read(_ bytes: [UInt8], at now: Instant) -> [TerminalInputEvent] {
        let keys = parser.read(bytes, at: now)
        for reply in parser.takeReplies() { handle(reply, at: now) }
        parser.awaitsReply = isAwaitingReply(at: now)
        return keys
    }

    private mutating func handle(_ reply: TerminalReply, at now: Instant) {
        if reply.isAnswer {
            guard query != nil else { return }
            if let span = query?.takeRoundTrip(at: now) { news.roundTrip = span }
        }
        switch reply {
        case .focus(let isInFront): isFocused = isInFront
        case .colours(let isLight): if reportsThemes { news.isLight = isLight }
        case .themeReports(let isKnown):
            if isKnown, !reportsThemes { (reportsThemes, news.canReportThemes) = (true, true) }
        case .program(let name):
            guard program == nil else { break }
            program = TerminalProgram(name)
            news.program = program
        case .background(let isLight):
            if query?.acceptBackground(at: now) == true { news.isLight = isLight }
        case .terminalType: query?.hasTerminalType = true
        }
    }

    package mutating func flushExpired(at now: Instant) -> [TerminalInputEvent] {
        parser.awaitsReply = isAwaitingReply(at: now)
        return parser.flushExpired(at: now)
    }

    /// Returns the answers and reports since the last call.
    package mutating func takeNews() -> TerminalNews {
        defer { news = TerminalNews() }
        return news
    }

    /// The form of desktop notifications; nil if the terminal is unknown, and while the window is
    /// in front, because the user sees the game then.
    package var notice: DesktopNotification? { isFocused == true ? nil : program?.notice }

    /// Returns the time when painting stops waiting for the terminal's answer; nil if painting need
    /// not wait.
    package func paintingDelayEnd(at now: Instant) -> Instant? {
        query?.paintingDelayEnd(at: now)
    }

    /// Returns true if replies may still arrive. The next reader of the terminal must not read them
    /// as keys.
    package func isAwaitingReply(at now: Instant) -> Bool {
        query?.isAwaitingReply(at: now) == true
    }
}

/// New answers and reports of a terminal.
package struct TerminalNews: Hashable, Sendable {
    /// The terminal program's own name, once it is known.
    package fileprivate(set) var program: TerminalProgram?
    /// True if the terminal has answered that it can report changes of its colours.
    package fileprivate(set) var canReportThemes = false
    /// The time from the request to the first answer.
    package fileprivate(set) var roundTrip: Duration?
    /// True if the background is light, and false if it is dark.
    package fileprivate(set) var isLight: Bool?
}

/// The request for a terminal's background, sent once, to choose legible colours.
///
/// Not every terminal reports its background, but each answers the request for its type. The
/// program sends this request last, and stops waiting after the answer about the type. The
/// background may still come later: GNU screen passes the request for the background on, and
/// answers the request for the type itself.
package struct TerminalBackgroundQuery: Hashable, Sendable {
    /// The longest time that the first picture waits for an answer.
    package enum ReplyTimeout: Hashable, Sendable {
        case here
        /// Over the network, by ssh.
        case far

        var span: Duration {
            switch self {
            case .here: .milliseconds(35)
            case .far: .milliseconds(250)
            }
        }
    }

    /// The time after the request until answers are ignored, because a late change of colours is
    /// startling.
    static let answerLifetime = Duration.seconds(2)
    /// The time for the rest of an answer to arrive while the terminal is being restored.
    package static let lastAnswerWait = Duration.milliseconds(150)
    /// The requests for the background, the terminal program's name, the support for reports of
    /// colour changes, and the terminal's type. The first request ends with BEL, which each
    /// terminal understands.
    package static let request = "\u{1B}]11;?\u{07}\u{1B}[>0q\u{1B}[?2031$p\u{1B}[c"

    private let asked: Instant
    private let timeout: ReplyTimeout
    fileprivate var hasTerminalType = false
    private var hasBackground = false
    private var isMeasured = false

    init(at now: Instant, _ timeout: ReplyTimeout) {
        asked = now
        self.timeout = timeout
    }

    /// Returns false for a late or repeated answer about the background.
    mutating func acceptBackground(at now: Instant) -> Bool {
        guard !hasBackground, now <= asked + Self.answerLifetime else { return false }
        hasBackground = true
        return true
    }

    /// Returns the time until the first answer, of any kind; nil for later answers.
    mutating func takeRoundTrip(at now: Instant) -> Duration? {
        defer { isMeasured = true }
        return isMeasured ? nil : now - asked
    }

    func paintingDelayEnd(at now: Instant) -> Instant? {
        let end = asked + timeout.span
        return hasTerminalType || hasBackground || end <= now ? nil : end
    }

    func isAwaitingReply(at now: Instant) -> Bool {
        !hasTerminalType && now < asked + Self.answerLifetime
    }
}

/// A terminal's answer to a request, or a report.
enum TerminalReply: Hashable, Sendable {
    /// The colour of the background. `isLight` is true if dark text is legible on it.
    case background(isLight: Bool)
    /// The terminal program's own name.
    case program(String)
    /// The terminal's type. The answer only shows that the terminal has read all earlier requests.
    case terminalType
    /// The answer about reports of colour changes. `isKnown` is true if the terminal can send
    /// them.
    case themeReports(isKnown: Bool)
    /// A report that the terminal's colours are now light or dark.
    case colours(isLight: Bool)
    /// A report about the window's focus, with true if the window is in front.
    case focus(Bool)

    /// True for an answer to one of the requests in `TerminalBackgroundQuery.request`.
    var isAnswer: Bool {
        switch self {
        case .background, .program, .terminalType, .themeReports: true
        case .colours, .focus: false
        }
    }

    /// Reads the terminal program's name from the text of a device control string (`ESC P`); nil if
    /// the text does not begin with `>|`.
    init?(deviceControl text: [UInt8]) {
        guard text.starts(with: Array(">|".utf8)) else { return nil }
        self = .program(String(decoding: text.dropFirst(2), as: UTF8.self))
    }

    /// Reads the terminal's background from the text of an operating system command (`ESC ]`); nil
    /// if the text is not `11;` and a colour.
    init?(operatingSystemCommand text: [UInt8]) {
        let marker = Array("11;".utf8)
        guard text.starts(with: marker),
            let colour = RGB(text: String(decoding: text.dropFirst(marker.count), as: UTF8.self))
        else { return nil }
        self = .background(isLight: colour.isLight)
    }
}

extension RGB {
    /// Reads `rgb:h/h/h`, `rgba:h/h/h/h` with one to four digits each, or `#rrggbb`; nil for other
    /// texts.
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
        let amounts = digits.prefix(3).compactMap(Self.colourComponent)
        guard amounts.count == 3 else { return nil }
        self.init(red: amounts[0], green: amounts[1], blue: amounts[2])
    }

    private static func colourComponent(_ digits: Substring) -> UInt8? {
        guard (1...4).contains(digits.utf8.count), digits.allSatisfy(\.isHexDigit),
            let value = UInt32(digits, radix: 16)
        else { return nil }
        let most = UInt32(1) << UInt32(4 * digits.utf8.count) - 1
        return UInt8((value * 255 + most / 2) / most)
    }
}
