import Lobby
import SharedLog
import SimperiumClock

/// What a server has told the list of halls, and so what it has to tell next.
struct HallReport: Sendable {
    /// How a hall is.
    struct State: Sendable {
        let census: Census
        let page: [UInt8]
    }

    private struct Told: Sendable {
        let figures: [Int]
        let page: [UInt8]
        let at: Instant
    }

    static let pause = Duration.seconds(1)
    /// A page shows moves, and so is never the same for long.
    private static let pagePause = Duration.seconds(3)
    /// What another server has taken back is said once more.
    private static let repetition = Duration.seconds(10)
    private static let hintsAtOnce = 500

    private var told: [HallNumber: Told] = [:]
    private var hints: Set<DirectoryNews.Hint> = []
    private var onItsWay: DirectoryNews?
    private var dueAt: Instant?

    func isDue(at now: Instant) -> Bool { onItsWay == nil && dueAt.map { $0 <= now } ?? true }

    mutating func takeNews(
        _ states: [HallNumber: State], _ present: Set<DirectoryNews.Hint>, at now: Instant
    ) -> DirectoryNews {
        dueAt = now + Self.pause
        var halls: [DirectoryNews.Hall] = []
        for hall in Set(told.keys).union(states.keys).sorted() {
            if let news = takeNews(of: hall, states[hall], at: now) { halls.append(news) }
        }
        let added = Self.some(of: present.subtracting(hints))
        let removed = Self.some(of: hints.subtracting(present))
        hints.formUnion(added)
        hints.subtract(removed)
        let news = DirectoryNews(halls: halls, added: added, removed: removed)
        onItsWay = news
        return news
    }

    private mutating func takeNews(
        of hall: HallNumber, _ state: State?, at now: Instant
    ) -> DirectoryNews.Hall? {
        guard let state else {
            told[hall] = nil
            return DirectoryNews.Hall(hall.rawValue, figures: [], page: [])
        }
        let figures = state.census.figures
        if let last = told[hall], last.figures == figures, now - last.at < Self.repetition,
            last.page == state.page || now - last.at < Self.pagePause
        {
            return nil
        }
        told[hall] = Told(figures: figures, page: state.page, at: now)
        return DirectoryNews.Hall(hall.rawValue, figures: figures, page: state.page)
    }

    private static func some(of hints: Set<DirectoryNews.Hint>) -> [DirectoryNews.Hint] {
        Array(hints.prefix(hintsAtOnce))
    }

    /// What is not known to have arrived is told again.
    mutating func settle(hasArrived: Bool) {
        guard let lost = onItsWay.take(), !hasArrived else { return }
        told = [:]
        hints.subtract(lost.added)
        hints.formUnion(lost.removed)
    }
}

extension Census {
    /// As the list of halls adds them up.
    var figures: [Int] { [here, free, playing, watching, away, matches] }

    init(figures: [Int]) {
        self.init()
        guard figures.count == DirectoryLimits.figures else { return }
        (here, free, playing) = (figures[0], figures[1], figures[2])
        (watching, away, matches) = (figures[3], figures[4], figures[5])
    }
}

extension Optional {
    fileprivate mutating func take() -> Wrapped? {
        defer { self = nil }
        return self
    }
}
