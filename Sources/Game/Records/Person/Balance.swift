/// How many rounds somebody won, lost and drew.
package struct Balance: Hashable, Sendable {
    package private(set) var won = 0
    package private(set) var lost = 0
    package private(set) var drawn = 0

    package init() {}

    package init(won: Int, lost: Int, drawn: Int) {
        self.won = won
        self.lost = lost
        self.drawn = drawn
    }

    package var played: Int { won + lost + drawn }

    /// Counts a round, or takes back that it was counted.
    mutating func count(_ verdict: RoundResult.Verdict, _ times: Int = 1) {
        switch verdict {
        case .won: won += times
        case .lost: lost += times
        case .drawn: drawn += times
        }
    }
}
