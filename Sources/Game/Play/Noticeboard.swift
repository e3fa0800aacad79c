internal import Drawing
internal import SimperiumClock

/// What a person was told last, and what before that.
struct Noticeboard: Hashable, Sendable {
    /// A sentence, and how much it matters.
    struct Entry: Hashable, Sendable {
        let text: String
        let style: Style
        let postedAt: Instant
        /// Whether anything else matters more: that somebody came or went.
        let isMinor: Bool
    }

    /// How long a notice stays, unless a key takes it away before.
    static let stay = Duration.seconds(5)
    private static let capacity = 50

    private(set) var shown: Entry?
    /// The last ones that told of others, the newest at the end.
    private(set) var entries: [Entry] = []

    var nextDeadline: Instant? { shown.map { $0.postedAt + Self.stay } }

    /// Tells of something that somebody else did, or that just happened; silently if it is of no
    /// use now, and may be looked up later. What is minor pushes nothing else away.
    mutating func post(
        _ text: String, _ style: Style = .notice, at now: Instant, isSilent: Bool = false,
        isMinor: Bool = false
    ) {
        let entry = Entry(text: text, style: style, postedAt: now, isMinor: isMinor)
        entries.append(entry)
        if entries.count > Self.capacity {
            entries.remove(at: entries.firstIndex { $0.isMinor } ?? 0)
        }
        if !isSilent, shown?.isMinor != false || !isMinor { shown = entry }
    }

    /// Takes back what is said better now: the last entry, if it is this one.
    mutating func replace(_ text: String) {
        guard entries.last?.text == text else { return }
        if shown == entries.last { shown = nil }
        entries.removeLast()
    }

    /// Says something about a key that was just pressed. Nobody looks that up later, and other news
    /// may take its place unless it is a warning.
    mutating func answer(_ text: String, _ style: Style = .notice, at now: Instant) {
        shown = Entry(text: text, style: style, postedAt: now, isMinor: style == .notice)
    }

    mutating func clear() {
        shown = nil
    }

    mutating func wake(at now: Instant) {
        if let nextDeadline, nextDeadline <= now { shown = nil }
    }
}
