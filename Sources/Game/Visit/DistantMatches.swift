package import Game
package import Lobby
package import SimperiumClock
package import SimperiumJSON
package import SimperiumWire

/// A match in another hall, as a list has it.
package struct DistantMatch: Hashable, Sendable {
    package let key: ObjectKey
    package let hall: HallNumber
    /// Circle first.
    package let names: [String]
    package let score: Score
    package let moves: Int
    /// As it was when the list was read; nil at a server that does not say.
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

/// The matches of all other halls, read page by page while the person looks at a list of them, and
/// no further than the person looks.
package struct DistantMatches: Hashable, Sendable {
    /// The list is read again after this time.
    static let pause = Duration.seconds(3)

    package private(set) var matches: [DistantMatch] = []
    /// True if the list was read since the person opened it.
    package private(set) var isRead = false
    /// The number of rows that the person can see; 0 while the list is closed.
    package private(set) var wanted = 0
    /// The time of the next request for the first page.
    package private(set) var asksAt: Instant?
    /// The hall before the requested page.
    private var awaited: HallNumber??
    private var read: [DistantMatch] = []
    /// The hall before the next page.
    private var rest: HallNumber?

    package init() {}

    /// Notes the number of rows that the person can see.
    package mutating func look(at rows: Int, at now: Instant) {
        let wasWatched = wanted > 0
        wanted = rows
        if rows == 0 {
            self = DistantMatches()
        } else if !wasWatched {
            asksAt = now
        }
    }

    /// Returns the question for the first page, if it is due; or for the next, if the person looks
    /// further than before.
    package mutating func nextQuestion(at now: Instant) -> JSONObject? {
        guard let due = asksAt, due <= now else { return nextPageQuestion() }
        asksAt = now + Self.pause
        (read, rest) = ([], nil)
        return question(after: nil)
    }

    private mutating func nextPageQuestion() -> JSONObject? {
        guard awaited == nil, let rest, read.count < wanted else { return nil }
        return question(after: rest)
    }

    /// Shows a list that the door has read.
    mutating func show(_ matches: [DistantMatch], besides own: HallNumber?) {
        self.matches = wanted > 0 ? matches.filter { $0.hall != own } : []
    }

    /// Takes in a page, and asks for the next one if that is looked at, too.
    package mutating func add(
        _ page: [DistantMatch], after next: HallNumber?, besides own: HallNumber?
    ) -> JSONObject? {
        guard wanted > 0, let begin = awaited else { return nil }
        awaited = nil
        read += page.filter { $0.hall != own }
        // A page that leads back would have us ask for ever.
        rest = next.flatMap { $0 > begin ?? .first ? $0 : nil }
        if let question = nextPageQuestion() { return question }
        matches = read
        isRead = true
        return nil
    }

    private mutating func question(after hall: HallNumber?) -> JSONObject {
        awaited = .some(hall)
        return ["halls": .object(hall.map { ["after": JSON("\($0)")] } ?? [:])]
    }
}
