internal import Game
internal import Lobby
internal import Records
internal import SimperiumJSON
internal import SimperiumSync
internal import Visit
internal import Wording

/// Who is here, and what is played, in the person's own hall and in others.
extension LineClient {
    /// So many matches of other halls are read out.
    private static let distantMatches = 20

    mutating func tellPeople() {
        guard let lobbyState = lobbyStateInSync() else { return }
        Headcount(lobbyState, visit?.halls.census, at: now).lines.forEach { say($0) }
    }

    /// Tells what is played, as soon as it is known of all halls.
    mutating func askForMatches() {
        guard lobbyStateInSync() != nil else { return }
        guard visit?.halls.census != nil, visit?.status == .synced else { return tellMatches([]) }
        kept.isListing = true
        pass(.seek(.matches(Self.distantMatches)))
    }

    /// Tells what was asked for, if other halls have been read by now, or can't be.
    mutating func followListing() {
        guard kept.isListing, let elsewhere = visit?.halls.elsewhere,
            elsewhere.isRead || visit?.status != .synced
        else { return }
        kept.isListing = false
        tellMatches(elsewhere.matches)
        pass(.seek(.matches(0)))
    }

    private mutating func tellMatches(_ distant: [DistantMatch]) {
        guard let lobbyState = visit?.session.lobbyState else { return }
        let own = lobbyState.liveMatches
        if own.isEmpty, distant.isEmpty { say(LineWords.nobodyPlays) }
        for shown in own {
            let roster = lobbyState.roster
            let (circle, cross) = (roster.name(of: shown.circle), roster.name(of: shown.cross))
            say(LineWords.match(of: circle, and: cross, round: shown.match?.round))
        }
        let told = distant.prefix(Self.distantMatches)
        for match in told {
            say(LineWords.match(of: match.names[0], and: match.names[1], hall: "\(match.hall)"))
        }
        let all = max(visit?.halls.census?.matches ?? 0, own.count + distant.count)
        if !told.isEmpty, all > own.count + told.count {
            say(LineWords.moreMatches(all - own.count - told.count))
        }
    }
}

/// The round that is over, told again move by move with what each was worth.
extension LineClient {
    mutating func tellRound() {
        guard let session = visit?.session, let own = session.own,
            let state = session.match?.match, state.outcome != nil
        else { return say(ReplayWords.noRound) }
        let names = (session.lobbyState.roster.name(of: session.me), own.opponentName)
        tell(
            kept.trace.moves, of: state,
            circle: own.piece == .circle ? names.0 : names.1,
            cross: own.piece == .circle ? names.1 : names.0)
    }

    mutating func tellRoundAtTable() {
        guard let table, table.match.outcome != nil else { return say(ReplayWords.noRound) }
        tell(
            table.trace.moves, of: table.match, circle: table.name(of: .circle),
            cross: table.name(of: .cross))
    }

    private mutating func tell(
        _ moves: [Square]?, of match: Match, circle: String, cross: String
    ) {
        let round = moves.flatMap { moves in
            try? PlayedRound(
                circle: circle, cross: cross, first: .first(inRound: match.round), moves: moves,
                finish: PlayedRound.Finish(match.outcome))
        }
        guard let round else { return say(ReplayWords.notSeen) }
        RoundText.lines(round, withNotes: true).forEach { say($0) }
    }
}

/// What people at a board say to each other, and agree on for a series.
extension LineClient {
    mutating func sayPhrase(_ text: String) {
        guard let phrase = Phrase(typed: text) else { return say(PhraseWords.choices) }
        let before = visit?.session.match?.record
        ask(.act(.say(phrase)))
        if let record = visit?.session.match?.record, record != before {
            say(PhraseWords.saidOwn(phrase))
        }
    }

    /// Mutes all players, or none: the setting of the phrases.
    mutating func toggleMute() {
        let areShown = isMuted
        person.choices[.phrases] = .bool(areShown)
        if visit?.account != nil { pass(.record(.setting(.phrases, .bool(areShown)))) }
        if way == .terminal { effects.append(.keepChoices(person.choices)) }
        say(areShown ? PhraseWords.heardAgain : PhraseWords.muted)
    }

    var isMuted: Bool {
        (visit?.records?[.phrases] ?? person.choices[.phrases])?.bool == false
    }

    var isRoundOver: Bool { visit?.session.match?.match?.outcome != nil }

    mutating func chooseTarget(_ text: String) {
        let target = Int(text).flatMap(SeriesTarget.init)
        guard text == ClockWords.noneTyped || target.map(SeriesTarget.offered.contains) == true
        else { return say(TermsWords.unknownTarget) }
        guard visit?.session.lobbyState.hasAsking == true else { return say(TermsWords.noTargets) }
        if isRoundOver { return want { $0.target = target } }
        person.terms.target = target
        ask(.target(target))
        say(TermsWords.chosen(target))
    }

    /// Would like to play the next round by other terms.
    mutating func want(_ change: (inout MatchTerms) -> Void) {
        guard let own = visit?.session.own, let record = visit?.session.match?.record else {
            return
        }
        var terms = record.standingWant(of: own.piece)?.terms ?? record.terms
        change(&terms)
        ask(.act(.want(terms)))
        guard visit?.session.match?.record != record else { return }
        say(TermsWords.ownWanted(terms))
    }
}
