internal import Game
internal import Records
internal import SimperiumClock
internal import Visit
internal import Wording

/// Games over days, in lines: `games` tells them, `games 2` one of them, and what stands behind
/// that is done to it. `games new lin 3` begins one, with three days for each move.
extension LineClient {
    mutating func takeGames(_ rest: String) {
        guard let user = visit?.account?.user, let records = visit?.records else {
            return say(AccountWords.notSignedIn)
        }
        let games = DayGameList(records.games, of: user, at: today)
        let words = rest.split(separator: " ")
        guard let first = words.first else {
            let lines = RecordsReport.games(games, at: today, isJSON: false) { name(of: $0) }
            return lines.forEach { say($0) }
        }
        if first == DayGameWords.begins { return begin(words.dropFirst()) }
        guard let number = Int(first), games.rows.indices.contains(number - 1), words.count < 3
        else { return say(DayGameWords.noSuchNumber) }
        let row = games.rows[number - 1]
        guard let act = words.dropFirst().first else { return tell(row) }
        take(String(act), on: row, of: user)
    }

    private mutating func begin(_ words: ArraySlice<Substring>) {
        guard let token = visit?.account?.token, !words.isEmpty else {
            return say(DayGameWords.howToBeginInLines)
        }
        // A name may have blanks, and none is one of these numbers alone.
        let limit = words.count > 1 ? words.last.flatMap { Int($0) }.flatMap(DayLimit.init) : nil
        let name = words.dropLast(limit == nil ? 0 : 1).joined(separator: " ")
        effects.append(.call(.beginGame(with: .name(name), limit ?? .usual, token)))
    }

    /// What came of it.
    mutating func hear(_ reply: AccountReply) {
        switch reply {
        case .begun(_, let name): say(DayGameWords.begun(with: name))
        case .refused(let refusal): say(refusal.sentence)
        case .signedIn, .done, .person, .code, .links, .ticket, .games, .waiting: break
        }
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
        let user = visit?.account?.user
        if kept.games.follow(visit?.records, of: user, at: today) {
            say(DayGameWords.status(waiting: kept.games.waiting, running: kept.games.running))
        }
    }

    /// When somebody's time is up who plays the person.
    var gameDue: Instant? { kept.games.nextDue.map { .start + ($0 - person.startedAt) } }
}
