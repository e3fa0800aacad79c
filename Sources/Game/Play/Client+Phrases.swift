internal import Game
internal import Lobby
internal import Records
internal import SimperiumClock
internal import SimperiumJSON
internal import Visit
internal import Wording

/// What people at a board say to each other.
extension Client {
    mutating func openPhrases() {
        if let session = visit?.session, let own = session.own, !session.opponentKnowsWords {
            let refusal = RequestObstacle.notKnownThere.sentence(about: own.opponentName)
            return noticeboard.answer(refusal, at: now)
        }
        display.helpPage = nil
        display.overlay = .phrases(PhraseList())
    }

    mutating func choose(in list: PhraseList, by intent: Intent) {
        var list = list
        switch intent {
        case .move(.up), .move(.left), .previousItem: list.move(by: -1)
        case .move(.down), .move(.right), .nextItem: list.move(by: 1)
        case .confirm: return say(list.phrase)
        case .say(let phrase): return say(phrase)
        case .back, .quit, .phrases:
            display.overlay = nil
            return
        default: return
        }
        display.overlay = .phrases(list)
    }

    private mutating func say(_ phrase: Phrase) {
        display.overlay = nil
        ask(.act(.say(phrase)))
    }

    /// Reads nothing more of the opponent, then of anybody, then everything again. Who watches has
    /// nobody to choose.
    mutating func turnMute() {
        let own = visit?.session.own
        if preferences.habits.isMuted {
            mute(false)
            cursors.mutedOpponent = nil
            noticeboard.answer(PhraseWords.heardAgain, at: now)
        } else if let own, cursors.mutedOpponent != own.opponent {
            cursors.mutedOpponent = own.opponent
            noticeboard.answer(
                PhraseWords.muted(own.opponentName, again: key(.mute)), at: now)
        } else {
            mute(true)
            noticeboard.answer(PhraseWords.allMuted(again: key(.mute)), at: now)
        }
    }

    private mutating func mute(_ isMuted: Bool) {
        preferences.habits.isMuted = isMuted
        remember(.phrases, .bool(!isMuted))
    }

    func isMuted(_ id: PlayerID) -> Bool {
        preferences.habits.isMuted || cursors.mutedOpponent == id
    }

    /// What a side of a match has just said, for beside its name. Nobody is muted to themselves.
    func saying(of piece: Piece, at key: LobbyKey) -> String {
        guard let session = visit?.session, let shown = session.lobbyState[key] else { return "" }
        let id = piece == .circle ? shown.circle : shown.cross
        guard id == session.me || !isMuted(id) else { return "" }
        return shown.phrase(of: piece, at: now).map(PhraseWords.quoted) ?? ""
    }

    /// When something is no longer shown that was said; nil if nothing is.
    var phraseEnds: Instant? {
        guard let session = visit?.session else { return nil }
        let key: LobbyKey? =
            switch display.screen {
            case .match: session.own?.key
            case .watching: session.watching.match
            default: nil
            }
        return key.flatMap { session.lobbyState[$0]?.phraseEnds(after: now) }
    }
}
