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
