internal import Game
internal import Lobby
internal import Records
internal import SimperiumClock
internal import Visit
internal import Wording

/// Matches against bots, which nobody but the program sees.
extension Client {
    /// Keeps how a round ended, once, and how far the one is that goes on.
    mutating func keepRound() {
        guard let table, let records else { return }
        let edits = desk.botRounds.follow(table, in: records, at: today, by: &random)
        for edit in edits { keep(edit) }
    }

    /// The unfinished match that the lobby offers; nil if there is none but the one at the table.
    var offeredSolo: (key: String, solo: Solo)? {
        guard records?.solos.isEmpty == false else { return nil }
        return records?.latestSolo(but: desk.botRounds.key)
    }

    /// Goes on with a match that was left, here or on another device.
    mutating func goOnWithBot() {
        guard let (key, solo) = offeredSolo,
            let table = Table(solo, seed: random.next(), at: now)
        else { return noticeboard.answer(AnswerWords.nothingToGoOnWith, at: now) }
        self.table = table
        desk.botRounds = BotRounds(goingOnWith: key)
        cursors.lobby.level = solo.level
        display.screen = .table
    }
}
