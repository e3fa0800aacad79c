package import SimperiumClock

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
