internal import Game
internal import Lobby
internal import Records
internal import SimperiumClock
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
