internal import Drawing
internal import Game
internal import Lobby
internal import Records
internal import SimperiumJSON
internal import SimperiumWire
internal import Visit
internal import Wording

/// The list of phrases to send.
struct PhraseList: Overlay {
    static let table = ActionsWithManualHeading(
        "In the phrase list",
        [
            ScreenAction(
                "↑↓", "choose", "choose a phrase", also: "Tab",
                keys: ScreenAction.arrows + ScreenAction.tabs),
            ScreenAction(
                "Enter", "send", "send the selected phrase", on: KeyStroke(.enter), " ",
                does: .confirm),
            ScreenAction(
                "1-\(Phrase.allCases.count)", nil, "send that phrase right away",
                keys: zip("123456789".unicodeScalars, Phrase.allCases).map { digit, phrase in
                    (KeyStroke(.character(digit)), .say(phrase))
                }),
            .close, MatchScreen.phrases.withLastLineWord(nil), .redraw,
        ])

    private var chosen = 0

    var keys: [ScreenAction]? { Self.table.rows }
    func hint(in game: GameContext) -> String? { Words.hint }
    func isStillWanted(in game: GameContext) -> Bool { game.program.visit?.own != nil }

    func handle(_ intent: Intent, _ game: inout GameContext) -> Bool {
        let count = Phrase.allCases.count
        var list = self
        switch intent {
        case .move(.up), .move(.left), .previousItem: list.chosen = (chosen + count - 1) % count
        case .move(.down), .move(.right), .nextItem: list.chosen = (chosen + 1) % count
        case .confirm:
            game.ask(.act(.say(Phrase.allCases[chosen])))
            return true
        case .say(let phrase):
            game.ask(.act(.say(phrase)))
            return true
        case .back, .quit, .phrases: return true
        default: break
        }
        game.overlay = list
        return true
    }

    func draw(_ game: GameContext, on canvas: inout Canvas) {
        let phrases = Phrase.allCases.map { "\($0.rawValue) \($0.words)" }
        canvas.drawChoices("PHRASES", phrases, chosen: chosen)
    }
}

/// The muting of phrases.
extension GameContext {
    /// Hides or shows the phrases of all other players, and stores this as a setting.
    mutating func toggleMuteOfAllPlayers() {
        let areMuted = updateProgram { $0.toggleMute() }
        reply(areMuted ? PhraseWords.muted(again: keyName(.mute)) : PhraseWords.unmuted)
    }

    /// Returns the recent phrase of a player, for the space beside the name; empty if there is
    /// none, or if phrases are muted. The player's own phrases are never muted.
    func recentUnmutedPhrase(of piece: Piece, at key: ObjectKey) -> String {
        guard let visit = program.visit, let shown = visit.lobbyState[key] else { return "" }
        let id = piece == .circle ? shown.circle : shown.cross
        guard id == visit.me || !program.arePhrasesMuted else { return "" }
        return shown.phrase(of: piece, at: program.now).map(PhraseWords.quoted) ?? ""
    }
}

private enum Words {
    static let hint = "1-\(Phrase.allCases.count) send a phrase."
}
