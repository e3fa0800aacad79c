internal import Game
internal import Records

/// What is chosen among games over days, and at the board of one.
struct GameChoice: Hashable, Sendable {
    /// What the person was told of last.
    struct Told: Hashable, Sendable {
        let changes: Int
        let waiting: Int
    }

    var list = Selection<String>()
    /// The game whose board is shown.
    var open: String?
    var cursor: Square?
    /// What new games are begun with.
    var limit = DayLimit.usual
    var told: Told?
}
