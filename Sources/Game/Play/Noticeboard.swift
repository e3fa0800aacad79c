internal import Drawing
internal import Lobby
internal import SimperiumClock
internal import Visit
internal import Wording

/// The notice that is shown now, and the list of recent news.
struct Noticeboard: Hashable, Sendable {
    /// The importance of a notice, in ascending order. A notice replaces a shown notice of the same
    /// or a lower rank.
    enum Rank: Hashable, Sendable, Comparable {
        /// News about a player who entered or left, or about a flawed object; also a reply in the
        /// style `notice`.
        case minor
        case usual
        /// A notice that stays until the player has seen it and pressed a key.
        case important
    }

    struct PostedNotice: Hashable, Sendable {
        let text: String
        let style: Style
        let postedAt: Instant
        let rank: Rank
    }

    /// The time that a notice is shown, unless it is important or a key removes it.
    static let displayTime = Duration.seconds(5)
    private static let capacity = 50

    private(set) var shown: PostedNotice?
    private(set) var entries: [PostedNotice] = []

    var nextDeadline: Instant? {
        guard let shown, shown.rank != .important else { return nil }
        return shown.postedAt + Self.displayTime
    }

    mutating func listAndShowNews(
        _ text: String, _ style: Style = .notice, _ rank: Rank = .usual, at now: Instant,
        isSilent: Bool = false
    ) {
        let entry = PostedNotice(text: text, style: style, postedAt: now, rank: rank)
        entries.append(entry)
        if entries.count > Self.capacity {
            entries.remove(at: entries.firstIndex { $0.rank == .minor } ?? 0)
        }
        if isSilent || shown.map({ $0.rank > entry.rank }) == true { return }
        shown = entry
    }

    /// Removes the last entry if a better entry follows, which `isReplaced` decides by its text.
    /// Returns the removed text; nil if no entry was removed.
    @discardableResult
    mutating func removeLast(where isReplaced: (String) -> Bool) -> String? {
        guard let last = entries.last, isReplaced(last.text) else { return nil }
        if shown == last { shown = nil }
        entries.removeLast()
        return last.text
    }

    /// Shows a sentence about the last key, unless an important notice is shown. The sentence is
    /// not listed. Minor news can replace the sentence only if `style` is `notice`.
    mutating func showUnlistedReply(_ text: String, _ style: Style = .notice, at now: Instant) {
        let rank = style == .notice ? Rank.minor : .usual
        guard shown?.rank != .important else { return }
        shown = PostedNotice(text: text, style: style, postedAt: now, rank: rank)
    }

    /// Removes the notice at a key press. An important notice stays unless the player has seen it.
    mutating func clearUnlessUnseenImportant(isSeen: Bool) {
        if isSeen || shown?.rank != .important { shown = nil }
    }

    mutating func removeExpiredNotice(at now: Instant) {
        if let nextDeadline, nextDeadline <= now { shown = nil }
    }
}

struct NoticeList: Overlay {
    var actions: [ScreenAction]? { nil }
    var coversScreen: Bool { true }

    /// Closes the list at any key. The keys that leave a screen have no other effect.
    func handle(_ intent: Intent, _ game: inout GameContext) -> OverlayOutcome {
        intent == .back || intent == .quit ? .closes : .closesForScreen
    }

    func draw(_ game: GameContext, on canvas: inout Canvas) {
        let entries = game.noticeboard.entries
        let isTiny = ScreenSizeClass(canvas.size) == .tiny
        let columns = min(60, canvas.size.columns - (isTiny ? 4 : 6))
        let room = max(1, canvas.size.rows - (isTiny ? 5 : 7))
        // A narrow list has no column for the age. There, the age is the first word of the text.
        let ageColumns = columns < 30 ? 0 : 8
        var lines: [(age: String, text: String, style: Style)] = []
        for entry in entries.reversed() {
            let age = (game.now - entry.postedAt).age
            let text = ageColumns == 0 ? "\(age): \(entry.text)" : entry.text
            let words = text.wrapped(toColumns: columns - ageColumns)
            guard lines.isEmpty || lines.count + words.count <= room else { break }
            let fitting =
                words.prefix(room - 1) + [words.dropFirst(room - 1).joined(separator: " ")]
            let shown = words.count <= room ? words : Array(fitting)
            lines =
                shown.enumerated().map { index, text in
                    (index == 0 && ageColumns > 0 ? age : "", text, entry.style)
                } + lines
        }
        canvas.drawPanel(NoticeboardWords.heading, rows: max(1, lines.count), columns: columns) {
            canvas in
            if entries.isEmpty { canvas.write(NoticeboardWords.none, at: .topLeft, .faint) }
            for (row, line) in lines.enumerated() {
                canvas.write(
                    line.age, at: Point(row: row, column: 0), width: 6, aligned: .right, .faint)
                canvas.write(
                    line.text, at: Point(row: row, column: ageColumns),
                    width: canvas.size.columns - ageColumns, line.style)
            }
        }
    }
}

extension Notice {
    var style: Style {
        switch self {
        case .refused, .notTaken, .nameOwned, .challengeFailed, .askEnded, .opponentAway,
            .opponentIdle, .idle, .doubtful:
            .warning
        case .matchBegan, .backInMatch, .invited, .rematchWanted, .wanted, .drawOffered, .undoAsked,
            .opponentBack, .timeLeft:
            .good
        case .flawed, .olderServer, .invitationOver, .asks, .asksIdle, .called, .came, .left,
            .matchEnded, .moved, .roundEnded, .undone, .undoDeclined, .undoWithdrawn, .roundBegan,
            .drawDeclined, .drawWithdrawn, .rematchDeclined, .rematchWithdrawn, .proposed,
            .proposalWithdrawn, .said, .trusted, .shows, .watchedEnded, .lostSight:
            .notice
        }
    }

    /// True if the notice alerts a player who may be looking elsewhere.
    var rings: Bool {
        switch self {
        case .invited, .called, .idle: true
        default: false
        }
    }

    /// The notice's importance. Minor notices are not shown at a board.
    var rank: Noticeboard.Rank {
        switch self {
        case .came, .left, .flawed: .minor
        case .nameOwned, .idle, .refused(.unknownCode): .important
        case .matchEnded(_, let end): end.isUnexpected ? .important : .usual
        default: .usual
        }
    }
}

extension MatchEnd {
    /// True if the match's end decided or cancelled a round, and the player did not cause the end.
    fileprivate var isUnexpected: Bool {
        switch self {
        case .opponentForfeited, .opponentLost(inPlay: true), .opponentNotBack, .opponentEnded,
            .connectionBroken:
            true
        case .left, .forfeited, .opponentLeft, .opponentLost, .endedUndecided, .noAnswer,
            .notAvailable, .void:
            false
        }
    }
}

private enum NoticeboardWords {
    static let heading = "Notices"
    static let none = "No notices yet."
}
