internal import Game
package import Lobby
package import Records
package import SimperiumClock
internal import SimperiumJSON
internal import Visit
internal import Wording

/// What somebody is called who starts for the first time, and what their account keeps of what they
/// do.
extension LineClient {
    /// Takes what was typed as the person's name; an empty line takes what was suggested.
    mutating func takeName(_ line: String) {
        if TypedLine(line) == .word(.quit, rest: "") { return quit() }
        guard line.contains(where: { !$0.isWhitespace }) else { return begin(as: person.name) }
        do throws(NameFlaw) {
            begin(as: try PlayerName(line))
        } catch {
            say(error.sentence)
        }
    }

    /// Whoever is signed in has a name.
    mutating func endNaming() {
        guard person.asksName, waiting == nil else { return }
        begin(as: visit?.account.flatMap { PlayerName(cleaning: $0.name) } ?? person.name)
    }

    private mutating func begin(as name: PlayerName?) {
        person.name = name
        person.asksName = false
        rememberName()
        enter()
    }

    /// A guest's own name; that of an account is kept with the account.
    mutating func rememberName() {
        guard way == .terminal else { return }
        person.choices.isNameAsked = true
        if visit?.account == nil { person.choices.name = person.name }
        effects.append(.keepChoices(person.choices))
    }

    /// The time by this machine's calendar, as far as the program was told.
    var today: Stamp { person.startedAt + (now - .start) }

    /// Has those who only watch see the person's name or not, as was chosen in the game.
    mutating func hideName() {
        let chosen = visit?.records?[.hidden] ?? person.choices[.hidden]
        guard let isHidden = chosen?.bool, isHidden != visit?.session.isHidden else { return }
        ask(.hide(isHidden))
    }

    /// Keeps how a round against a bot ended, and how far the one is that goes on.
    mutating func keepRound() {
        guard let table, let records = visit?.records else { return }
        if let edit = table.puzzleResult(in: records, at: today) { pass(.record(edit)) }
        let edits = kept.botRounds.follow(table, in: records, at: today, by: &kept.random)
        for edit in edits { pass(.record(edit)) }
    }

    /// Looks which friends are here, as when somebody has come in or was signed in.
    mutating func lookAtFriends() {
        guard let session = visit?.session, let records = visit?.records else { return }
        let edits = kept.friendWatch.look(at: session.lobbyState.people, records, at: today)
        for edit in edits { pass(.record(edit)) }
    }

    /// Follows who comes and goes. True if the person was told in words of its own.
    mutating func followFriends(_ notice: Notice) -> Bool {
        guard let records = visit?.records else { return false }
        switch notice {
        case .came(let id):
            let roster = visit?.session.lobbyState.roster
            guard
                let edits = kept.friendWatch.came(
                    id, user: roster?[id]?.user, records, at: today)
            else { return false }
            for edit in edits { pass(.record(edit)) }
            guard records[.arrivals]?.bool != false, let name = roster?.name(of: id) else {
                return false
            }
            say(FriendWords.came(name))
            return true
        case .left(let id, _):
            for edit in kept.friendWatch.left(id, records, at: today) { pass(.record(edit)) }
        default: break
        }
        return false
    }
}

/// Who types the lines, and what the program keeps of them.
package struct LinePerson: Hashable, Codable, Sendable {
    package var name: PlayerName?
    /// Whether they are to be asked that, before anybody sees them.
    package var asksName = false
    /// What was chosen at an earlier start.
    package var choices = Choices()
    /// When the program was started, by this machine's calendar.
    package var startedAt = Stamp(milliseconds: 0)
    /// What to play by.
    package var terms = MatchTerms()
    /// What this device is called on the person's others.
    package var device = ""

    package init(_ name: PlayerName?) {
        self.name = name
    }
}

/// The person, and what the lines follow for their account.
struct LineRecords: Sendable {
    var person: LinePerson
    /// What is kept of the match at the table.
    var botRounds = BotRounds()
    var friendWatch = FriendWatch()
    var random: SeededRandom
    /// What was offered last that is played on another device.
    var offered: Elsewhere?
    /// What of the games over days was told last.
    var games = GameReminder()
    /// Whether the person has asked what is played, and other halls have yet to be read.
    var isListing = false
    /// The moves of the round in the match, as far as they were seen.
    var trace = Trace()
}

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
