internal import Game
internal import Lobby
internal import Records
internal import SimperiumJSON
internal import Visit
internal import Wording

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

    /// Hears nothing more of the opponent, or of anybody; or everything again.
    mutating func mute(_ text: String) {
        if text == "all", !isMuted(nil) {
            keep(isMuted: true)
            return say(PhraseWords.allMuted)
        }
        let opponent = visit?.session.own?.opponent
        guard !isMuted(opponent), let opponent else {
            person.mutedOpponent = nil
            if isMuted(nil) { keep(isMuted: false) }
            return say(PhraseWords.heardAgainInLines)
        }
        person.mutedOpponent = opponent
        say(PhraseWords.muted)
    }

    func isMuted(_ id: PlayerID?) -> Bool {
        let isHeard = visit?.records?[.phrases] ?? person.choices[.phrases]
        return isHeard?.bool == false || id != nil && person.mutedOpponent == id
    }

    private mutating func keep(isMuted: Bool) {
        person.choices[.phrases] = .bool(!isMuted)
        if visit?.account != nil { pass(.record(.setting(.phrases, .bool(!isMuted)))) }
        if way == .terminal { effects.append(.keepChoices(person.choices)) }
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
