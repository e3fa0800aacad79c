internal import Drawing
internal import Game
internal import Lobby
internal import Records
internal import SimperiumJSON
internal import SimperiumWire
internal import Visit
internal import Wording

struct PhraseList: Overlay {
    static let actionTable = ActionTable(
        "In the phrase list",
        [
            .chooseByArrows("choose a phrase"),
            .enter("send", "send the selected phrase"),
            ScreenAction(
                "1-\(Phrase.allCases.count)", nil, "send that phrase right away",
                keys: zip("123456789".unicodeScalars, Phrase.allCases).map { digit, phrase in
                    (KeyStroke(.character(digit)), .say(phrase))
                }),
            .close, MatchScreen.phrases.withLastLineWord(nil), .redraw,
        ])

    private var chosen = 0

    var actions: [ScreenAction]? { Self.actionTable.rows }
    func hint(in game: GameContext) -> String? { PhraseListWords.hint }
    func isStillWanted(in game: GameContext) -> Bool { game.program.visit?.own != nil }

    mutating func handle(_ intent: Intent, _ game: inout GameContext) -> OverlayOutcome {
        switch intent {
        case .confirm: game.ask(.act(.say(Phrase.allCases[chosen])))
        case .say(let phrase): game.ask(.act(.say(phrase)))
        case .back, .quit, .phrases: break
        default:
            chosen = intent.choiceIndex(from: chosen, of: Phrase.allCases.count) ?? chosen
            return .staysOpen
        }
        return .closes
    }

    func draw(_ game: GameContext, on canvas: inout Canvas) {
        let phrases = Phrase.allCases.map { "\($0.rawValue) \($0.words)" }
        canvas.drawChoices("PHRASES", phrases, chosen: chosen)
    }
}

extension GameContext {
    mutating func toggleMuteOfAllPlayers() {
        let areMuted = updateProgram { $0.toggleMuteOfAllPhrases() }
        reply(areMuted ? ChatPhraseWords.muted(unmuteKey: keyName(.mute)) : ChatPhraseWords.unmuted)
    }

    /// Returns the recent phrase of a player, for the space beside the name; empty if there is
    /// none, or if phrases are muted. The user's own phrases are never muted.
    func recentUnmutedPhrase(of piece: Piece, at key: ObjectKey) -> String {
        guard let visit = program.visit, let shown = visit.lobbyState[key] else { return "" }
        let id = piece == .circle ? shown.circle : shown.cross
        guard id == visit.me || !program.arePhrasesMuted else { return "" }
        return shown.shownPhrase(of: piece, at: program.now).map(ChatPhraseWords.quoted) ?? ""
    }
}

private enum PhraseListWords {
    static let hint = "1-\(Phrase.allCases.count) send a phrase."
}
