package import Game
package import Lobby
package import SimperiumClock
package import SimperiumJSON
package import SimperiumWire

/// A match in another hall, as listed by the server.
package struct OtherHallMatch: Hashable, Sendable {
    package let key: ObjectKey
    package let hall: HallNumber
    /// The names of the players, circle first.
    package let names: [String]
    package let score: Score
    package let moves: Int
    /// The board when the list was read; nil if the server did not send a valid one.
    package let board: Board?

    init?(_ json: JSON, in hall: HallNumber) {
        guard let members = json.object, let key = members["key"]?.string.flatMap(ObjectKey.init),
            let names = members["names"]?.array?.compactMap(\.string), names.count == 2
        else { return nil }
        self.key = key
        self.hall = hall
        self.names = names
        let wins = members["score"]?.array?.compactMap(\.int) ?? []
        let score =
            wins.count == 3 ? Score(circleWins: wins[0], crossWins: wins[1], draws: wins[2]) : nil
        self.score = score ?? Score()
        moves = max(members["moves"]?.int ?? 0, 0)
        board = members["matrix"]?.array.flatMap { Board(matrix: $0.compactMap(\.int)) }
    }
}

/// The matches in other halls, read page by page, only as far as the user scrolls.
package struct OtherHallMatchList: Hashable, Sendable {
    static let pause = Duration.seconds(3)

    package private(set) var matches: [OtherHallMatch] = []
    /// True if the list has been read completely since the user opened it, as far as the user can
    /// see.
    package private(set) var isRead = false
    /// The number of rows that the user can see; 0 while the list is closed.
    package private(set) var visibleRows = 0
    /// The time of the next request for the first page.
    package private(set) var nextRequestAt: Instant?
    /// The requested page; nil if no page is requested.
    private var requested: PageRequest?
    private var pages: [OtherHallMatch] = []
    private var nextAfter: HallNumber?

    private struct PageRequest: Hashable {
        /// The last hall before the page; nil for the first page.
        let after: HallNumber?
    }

    package init() {}

    /// Sets the number of rows that the user can see; 0 closes the list.
    package mutating func setVisibleRows(_ rows: Int, at now: Instant) {
        let wasWatched = visibleRows > 0
        visibleRows = rows
        if rows == 0 {
            self = OtherHallMatchList()
        } else if !wasWatched {
            nextRequestAt = now
        }
    }

    /// Returns the request for the first page if it is due, or for the next page if the user can
    /// see it; otherwise nil.
    package mutating func nextRequest(at now: Instant) -> JSONObject? {
        guard let due = nextRequestAt, due <= now else { return nextPageRequest() }
        nextRequestAt = now + Self.pause
        (pages, nextAfter) = ([], nil)
        return makePageRequest(after: nil)
    }

    private mutating func nextPageRequest() -> JSONObject? {
        guard requested == nil, let nextAfter, pages.count < visibleRows else { return nil }
        return makePageRequest(after: nextAfter)
    }

    /// Replaces the list by `matches`, and leaves out the matches of the client's own hall. A
    /// closed list stays empty.
    mutating func replaceMatches(_ matches: [OtherHallMatch], besides own: HallNumber?) {
        self.matches = visibleRows > 0 ? matches.filter { $0.hall != own } : []
    }

    /// Adds the requested page, without the matches of the client's own hall. If the user can see
    /// the next page, returns the request for that page. Otherwise completes the list, and returns
    /// nil. Ignores a page that was not requested.
    package mutating func addPage(
        _ page: [OtherHallMatch], nextAfter next: HallNumber?, besides own: HallNumber?
    ) -> JSONObject? {
        guard visibleRows > 0, let request = requested.take() else { return nil }
        pages += page.filter { $0.hall != own }
        // A server that names an earlier hall would cause requests without end.
        let isLater = request.after.flatMap { last in next.map { $0 > last } } ?? true
        nextAfter = isLater ? next : nil
        if let request = nextPageRequest() { return request }
        matches = pages
        isRead = true
        return nil
    }

    private mutating func makePageRequest(after hall: HallNumber?) -> JSONObject {
        requested = PageRequest(after: hall)
        return ["halls": .object(hall.map { ["after": JSON("\($0)")] } ?? [:])]
    }
}
