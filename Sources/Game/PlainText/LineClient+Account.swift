internal import Game
internal import Records
internal import Visit
internal import Wording

/// What the account keeps, in lines.
extension LineClient {
    mutating func tellAccount(_ word: LineWord, _ rest: String) {
        guard let account = visit?.account, let records = visit?.records else {
            return say(AccountWords.notSignedIn)
        }
        switch word {
        case .friends: RecordsReport.friends(records, at: today, isJSON: false).forEach { say($0) }
        case .stats:
            let name = rest.isEmpty ? nil : rest
            let lines = RecordsReport.statistics(records, about: name, isJSON: false)
            (lines ?? [AccountWords.noRounds(with: rest)]).forEach { say($0) }
        default: say(AccountWords.signedIn(account.name))
        }
    }

    /// Asks about what the person plays on another device, once for each match.
    mutating func offerToGoOn() {
        guard let place = visit?.elsewhere else {
            if case .goOnHere = question { question = nil }
            return
        }
        guard kept.offered != place, question == nil, waiting == nil else { return }
        kept.offered = place
        question = .goOnHere(place)
        say(LineWords.asksToGoOn(with: place.opponent, on: place.note.device))
    }

    /// Asks about the match against a bot that was left, before another one begins.
    mutating func offerBotMatch() {
        guard let table, case .bot = table.opponent, table.match.board.pieceCount == 0,
            table.match.round == 1, question == nil, let solo = offeredSolo?.solo
        else { return }
        question = .goOnWithBot
        say(LineWords.asksToGoOn(against: solo.level))
    }

    private var offeredSolo: (key: String, solo: Solo)? {
        visit?.records?.latestSolo(but: kept.botRounds.key)
    }

    mutating func goOnWithBot() {
        guard let (key, solo) = offeredSolo,
            let table = Table(solo, seed: kept.random.next(), at: now)
        else { return say(LobbyWords.nothingToResume) }
        self.table = table
        kept.botRounds = BotRounds(goingOnWith: key)
        say(table.introduction)
        table.match.board.lines(numbering).forEach { say($0) }
        say(table.turnSentence)
    }
}
