package import Game
package import SimperiumClock

/// Whom somebody has played.
package enum Rival: Hashable, Sendable {
    /// By their user id.
    case account(String)
    /// By what they called themselves, which anybody may.
    case guest(String)
    case bot(Bot)
    case puzzle

    init(_ result: RoundResult, under key: String) {
        self =
            if let level = result.level {
                .bot(level)
            } else if let opponent = result.opponent {
                .account(opponent)
            } else if case .puzzle? = ResultKey(key) {
                .puzzle
            } else {
                .guest(result.name)
            }
    }
}

/// All rounds against one of them.
package struct Rivalry: Hashable, Sendable {
    package let rival: Rival
    /// What they were called in the last of these rounds.
    package internal(set) var name: String
    package internal(set) var balance = Balance()
    /// When that was.
    package internal(set) var last: Stamp
}
