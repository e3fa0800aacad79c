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
        if let edit = table.puzzleResult(in: records, at: today) { keep(edit) }
        let edits = desk.botRounds.follow(table, in: records, at: today, by: &random)
        for edit in edits { keep(edit) }
    }

    /// How often in a row the puzzles of the day were solved, with what there is to say of that.
    func puzzleStreak(of puzzle: Puzzle) -> String? {
        guard let records else { return PuzzleWords.noAccount }
        let streak = records.puzzleStreak(upTo: puzzle.day)
        return streak > 0 ? PuzzleWords.streak(streak) : nil
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
