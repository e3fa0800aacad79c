internal import Lobby
internal import Wording

/// How the last match stood in which a round was decided.
struct LastResult: Hashable, Sendable {
    private var match: MatchInPlay?
    /// In a line, for the terminal that is left.
    private(set) var line: String?

    mutating func follow(_ match: MatchInPlay) {
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
        match = nil
    }
}
