internal import Game
internal import Records
internal import Visit
internal import Wording

/// Games over days, in lines: `games` tells them, `games 2` one of them, and what stands behind
/// that is done to it.
extension LineClient {
    mutating func takeGames(_ rest: String) {
        guard let user = visit?.account?.user, let records = visit?.records else {
            return say(AccountWords.nobody)
        }
        let games = DayGameList(records.games, of: user, at: today)
        let words = rest.split(separator: " ")
        guard let first = words.first else {
            let lines = RecordsReport.games(games, at: today, isJSON: false) { name(of: $0) }
            return lines.forEach { say($0) }
        }
        guard let number = Int(first), games.rows.indices.contains(number - 1), words.count < 3
        else { return say(DayGameWords.noSuchNumber) }
        let row = games.rows[number - 1]
        guard let act = words.dropFirst().first else { return tell(row) }
        take(String(act), on: row, of: user)
    }

    private mutating func tell(_ row: DayGameList.Row) {
        row.game.position.board.lines(numbering).forEach { say($0) }
        say(DayGameWords.sentence(about: row, against: name(of: row), at: today))
    }

    private mutating func take(_ act: String, on row: DayGameList.Row, of user: String) {
        var game = row.game
        do throws(MoveRefusal) {
            if let square = Int(act).flatMap({ numbering.square($0) }) {
                try game.play(square, by: user, at: today)
            } else if act == DayGameWords.resigns {
                try game.resign(by: user, at: today)
            } else if act == DayGameWords.claims {
                guard row.state == .claimable else { return say(DayGameWords.timeNotUp) }
                try game.claim(by: user, at: today)
            } else if act == DayGameWords.putsAway, row.game.isOver {
                pass(.record(.leave(game: row.key)))
                return say(DayGameWords.putAway)
            } else {
                return say(DayGameWords.howToTypeInLines)
            }
        } catch {
            return say(error.sentence)
        }
        pass(.record(.game(row.key, game)))
        let after = DayGameList([row.key: game], of: user, at: today)
        if let row = after[row.key] { tell(row) }
    }

    private func name(of row: DayGameList.Row) -> String {
        visit?.records?.friends[row.opponent.user]?.alias ?? row.opponent.name
    }

    /// Tells that games have come to wait, also when the program starts.
    mutating func followGames() {
        guard let user = visit?.account?.user, let records = visit?.records,
            records.gameChanges != kept.games.changes
        else { return }
        let counts = DayGameList.counts(records.games, of: user, at: today)
        let before = kept.games.waiting
        kept.games = (records.gameChanges, counts.waiting)
        if counts.waiting > before {
            say(DayGameWords.status(waiting: counts.waiting, running: counts.running))
        }
    }
}
