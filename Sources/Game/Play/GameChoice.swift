internal import Game
internal import Records

/// What is chosen among games over days, and at the board of one.
struct GameChoice: Hashable, Sendable {
    var list = Selection<String>()
    /// The game whose board is shown.
    var open: String?
    var cursor: Square?
    /// What new games are begun with.
    var limit = DayLimit.usual
    var reminder = GameReminder()
}
