internal import Drawing
internal import Lobby
internal import SimperiumClock
internal import Visit
internal import Wording

/// The notice on the screen, and the recent ones.
struct Noticeboard: Hashable, Sendable {
    /// A sentence, and how much it matters.
    struct Entry: Hashable, Sendable {
        let text: String
        let style: Style
        let postedAt: Instant
        /// True if other news replaces it: a player came or left.
        let isMinor: Bool
    }

    /// The time that a notice stays, unless a key removes it.
    static let stay = Duration.seconds(5)
    private static let capacity = 50

    private(set) var shown: Entry?
    /// The recent news, the newest at the end.
    private(set) var entries: [Entry] = []

    var nextDeadline: Instant? { shown.map { $0.postedAt + Self.stay } }

    /// Posts news. Silent news is only listed, for later. Minor news replaces no other.
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

    /// Removes the last entry, if it has this text, since better news follows.
    mutating func replace(_ text: String) {
        guard entries.last?.text == text else { return }
        if shown == entries.last { shown = nil }
        entries.removeLast()
    }

    /// Shows a sentence about a key that was just pressed. It is not listed, and other news may
    /// replace it unless it is a warning.
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

/// The panel with the recent notices.
struct NoticeList: Overlay {
    var keys: [KeyRow]? { nil }
    var coversScreen: Bool { true }

    /// Any key closes the list. Only the keys that leave a screen do nothing else.
    func handle(_ intent: Intent, _ game: inout GameContext) -> Bool {
        intent == .back || intent == .quit
    }

    /// Draws the notices, the newest at the bottom and each of them whole.
    func draw(_ game: GameContext, on canvas: inout Canvas) {
        let entries = game.noticeboard.entries
        let columns = min(60, canvas.size.columns - 6)
        let room = max(1, canvas.size.rows - 7)
        var lines: [(age: String, text: String, style: Style)] = []
        for entry in entries.reversed() {
            let words = entry.text.wrapped(toColumns: max(1, columns - 8))
            guard lines.isEmpty || lines.count + words.count <= room else { break }
            let fitting =
                words.prefix(room - 1) + [words.dropFirst(room - 1).joined(separator: " ")]
            let shown = words.count <= room ? words : Array(fitting)
            lines =
                shown.enumerated().map { index, text in
                    (index == 0 ? (game.now - entry.postedAt).age : "", text, entry.style)
                } + lines
        }
        canvas.panel(Words.heading, rows: max(1, lines.count), columns: columns) { canvas in
            if entries.isEmpty { canvas.write(Words.none, at: .topLeft, .faint) }
            for (row, line) in lines.enumerated() {
                canvas.write(
                    line.age, at: Point(row: row, column: 0), width: 6, aligned: .right, .faint)
                canvas.write(
                    line.text, at: Point(row: row, column: 8), width: canvas.size.columns - 8,
                    line.style)
            }
        }
    }
}

extension Notice {
    var style: Style {
        switch self {
        case .refused, .notTaken, .nameOwned, .challengeFailed, .askEnded, .opponentAway, .doubtful:
            .warning
        case .matchBegan, .backInMatch, .invited, .rematchWanted, .wanted, .drawOffered,
            .opponentBack,
            .timeLeft:
            .good
        case .flawed, .olderServer, .invitationOver, .asks, .came, .left, .matchEnded, .moved,
            .roundEnded,
            .roundBegan, .drawDeclined,
            .drawWithdrawn, .rematchDeclined, .rematchWithdrawn, .said, .trusted, .shows,
            .watchedEnded, .lostSight:
            .notice
        }
    }

    /// True if a player at a board need not read it.
    var isOfTheLobby: Bool {
        switch self {
        case .came, .left, .flawed: true
        default: false
        }
    }
}

private enum Words {
    static let heading = "Notices"
    static let none = "No notices yet."
}
