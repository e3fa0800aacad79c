internal import Drawing
internal import Game
internal import Lobby
internal import SimperiumSync
internal import Visit

/// Which keys do something now, the most useful ones first.
extension Client {
    var keyRows: [KeyRow] { usualKeyRows.map { $0.with(preferences.keymap) } }

    /// The last line. Below a list that hides the screen it names what closes that.
    var keyBar: KeyBar {
        let hidesScreen = display.helpPage != nil || display.overlay == .notices
        let rows = hidesScreen ? [.back.named("close"), .help.with(preferences.keymap)] : keyRows
        return KeyBar(rows, columns: display.size.columns)
    }

    /// The key for something, as people are told of it.
    func key(_ intent: Intent) -> String { preferences.keymap.word(for: intent) }

    private var usualKeyRows: [KeyRow] {
        switch display.overlay {
        case .question: return [.answer, .giveAnswer, .yesOrNo, .back, .help, .redraw]
        case .prompt: return [.endTyping, .back]
        case .notices, nil: return keyRowsHere + KeyRow.everywhere
        }
    }

    private var keyRowsHere: [KeyRow] {
        switch display.screen {
        case .lobby:
            let back = lobbyBackWord.map(KeyRow.back.named) ?? .back.unnamed
            return [.chooseItem, .list, .open] + retry + [back, .quit] + KeyRow.menu
        case .match: return matchKeyRows + [.back, .quit]
        case .table:
            let isOver = table?.match.outcome != nil
            return
                (isOver
                ? [.nextRound, .chooseSquare.unnamed, number, .resign.unnamed]
                : [.chooseSquare, number, .place, .resign]) + [.back, .quit]
        case .gallery:
            return [.chooseItem, .open.named("watch"), .television] + retry + [.back, .quit]
        case .watching: return [.nextMatch, .follow, .television, .back, .quit]
        }
    }

    private var number: KeyRow {
        preferences.keymap.numbering == .keypad ? .keypadNumber : .number
    }

    private var retry: [KeyRow] {
        guard let visit, case .offline(.some, _) = visit.status else { return [] }
        return [.retry]
    }

    private var matchKeyRows: [KeyRow] {
        guard let match = visit?.session.match, let sheet = match.sheet else { return [] }
        guard match.doubt == nil else { return doubtfulKeyRows }
        let piece = match.piece
        let offers = sheet.match.drawOffers
        guard sheet.match.outcome != nil else {
            let decline =
                offers.contains(piece)
                ? KeyRow.decline.named("withdraw")
                : offers.isEmpty ? .decline : .decline.named("decline")
            let draw = offers.contains(piece.opponent) ? KeyRow.draw.named("agree") : .draw
            return [.chooseSquare, number, .place, draw, decline, .resign, .nextOpponent.unnamed]
        }
        let isAsked = sheet.wantsRematch.contains(piece.opponent)
        let decline =
            sheet.wantsRematch.contains(piece)
            ? KeyRow.decline.named("withdraw") : isAsked ? .decline.named("decline") : .decline
        return [
            .rematch, .nextOpponent, decline, .chooseSquare.unnamed, number, .resign.unnamed,
            .draw.unnamed,
        ]
    }

    /// Those of a board that can't be trusted.
    private var doubtfulKeyRows: [KeyRow] {
        [
            .nextOpponent, .chooseSquare.unnamed, number, .place.unnamed, .draw.unnamed, .decline,
            .resign.unnamed,
        ]
    }

    /// What Esc takes back in the lobby; nil if nothing.
    private var lobbyBackWord: String? {
        guard let session = visit?.session else { return nil }
        if session.challenge?.isChosen == true { return "withdraw" }
        if lookingSince != nil { return "stop looking" }
        if session.player?.code != nil { return "drop the code" }
        if purpose.awaited != nil { return "stop waiting" }
        return cursors.lobby.list == .menu ? nil : "menu"
    }
}
