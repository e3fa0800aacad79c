internal import Game
internal import Lobby
internal import Wording

/// The results of the last matches in which a round was decided.
struct LastResult: Hashable, Sendable {
    private var own: OwnMatch?
    /// The score of the match in play, and true if its round is over.
    private var score = Score()
    private var isRoundOver = false
    /// The last result in a line, for the terminal after the program has ended.
    private(set) var line: String?
    /// The results of the matches that are over, the last one first.
    private(set) var told: [String] = []
    private static let most = 3

    mutating func follow(_ own: OwnMatch, _ match: Match) {
        if own.key != self.own?.key { put() }
        self.own = own
        (score, isRoundOver) = (match.score, match.outcome != nil)
        line = own.resultLine(with: score) ?? line
    }

    /// Replaces the line by one that matters more.
    mutating func replace(with line: String) {
        own = nil
        self.line = line
    }

    /// Counts a round that the end of the match has decided.
    mutating func conclude(by end: MatchEnd) {
        if let own, !isRoundOver { score = score.counting(end.outcome(for: own.piece)) }
        line = own?.resultLine(with: score) ?? line
        put()
        own = nil
    }

    private mutating func put() {
        guard let line = own?.resultLine(with: score) else { return }
        told = Array(([line] + told).prefix(Self.most))
    }
}
