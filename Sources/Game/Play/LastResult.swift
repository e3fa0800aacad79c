internal import Lobby
internal import Wording

/// How the last match stood in which a round was decided.
struct LastResult: Hashable, Sendable {
    private var match: MatchInPlay?
    /// In a line, for the terminal that is left.
    private(set) var line: String?
    /// How matches stood that are over, the last one first.
    private(set) var told: [String] = []
    private static let most = 3

    mutating func follow(_ match: MatchInPlay) {
        if match.key != self.match?.key { put() }
        self.match = match
        line = match.resultLine ?? line
    }

    /// Says something else that matters more.
    mutating func replace(with line: String) {
        match = nil
        self.line = line
    }

    /// Counts a round that the end of the match has decided.
    mutating func conclude(by end: MatchEnd) {
        match?.conclude(by: end)
        line = match?.resultLine ?? line
        put()
        match = nil
    }

    /// Notes how the match stood, if a round of it was decided.
    private mutating func put() {
        guard let line = match?.resultLine else { return }
        told = Array(([line] + told).prefix(Self.most))
    }
}
