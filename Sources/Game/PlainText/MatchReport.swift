internal import Drawing
internal import Game
internal import Lobby
internal import Records
internal import SimperiumClock
internal import SimperiumJSON
internal import SimperiumWire
internal import Wording

/// The state of a match, for reports in plain text and JSON.
struct MatchReport: Hashable {
    private let key: ObjectKey
    private let match: Match
    /// The score without the practice rounds that this program has seen.
    private let score: Score
    private let isDecided: Bool
    private let names: [Piece: String]
    private let watchers: Int
    private let sayings: [Piece: NumberedPhrase]
    /// The side that must move and has pressed no key for a minute; nil if there is none.
    private let idle: Piece?
    /// The side that asks to take back moves; nil if there is none.
    private let undo: Piece?
    /// True if the last change breaks the rules.
    private let isDoubtful: Bool

    /// Creates the report of a match; returns nil if the match has no valid record.
    init?(_ key: ObjectKey, in lobbyState: LobbyState, at now: Instant = .start) {
        guard let shown = lobbyState[key], let record = shown.record,
            let score = shown.countedScore
        else { return nil }
        self.key = key
        match = record.match
        self.score = score
        isDecided = record.isDecided
        names = [
            .circle: lobbyState.roster.shownName(of: shown.circle),
            .cross: lobbyState.roster.shownName(of: shown.cross),
        ]
        watchers = lobbyState.watchers.count(watching: key)
        idle = Piece.allCases.first(where: record.isIdle)
        undo = Piece.allCases.first { record.openUndoRequest(of: $0) != nil }
        isDoubtful = shown.flaw != nil
        sayings = Dictionary(
            uniqueKeysWithValues: Piece.allCases.compactMap { piece in
                shown.shownNumberedPhrase(of: piece, at: now).map { (piece, $0) }
            })
    }

    func newPhraseLines(since old: MatchReport?) -> [String] {
        Piece.allCases.compactMap { piece in
            guard let saying = sayings[piece], let phrase = saying.phrase,
                old?.key != key || old?.sayings[piece] != saying
            else { return nil }
            return ChatPhraseWords.plainTextLine(phrase, by: playerName(piece))
        }
    }

    private func playerName(_ piece: Piece) -> String { names[piece] ?? "" }

    /// Returns a sentence for each change since `old`. If `old` is nil or about another match,
    /// begins with an introduction. If a new round has begun, reports its start instead of the
    /// moves.
    func changeSentences(since old: MatchReport?, _ numbering: SquareNumbering) -> [String] {
        let words = SpectatorSentences(match, score, isDecided: isDecided, name: playerName)
        let result = words.result.map { [$0] } ?? []
        guard let old, old.key == key else { return [words.introduction] + result + doubtLines }
        let doubt = old.isDoubtful ? [] : doubtLines
        guard match.round == old.match.round else { return [words.nextRound] + doubt }
        let end = match.outcome == old.match.outcome ? [] : result
        let undone =
            match.hasTakenBackMoves(since: old.match)
            ? [UndoWords.moveTakenBack] + match.board.textLines(numbering) : []
        return undone + moveSentences(since: old, words, numbering) + end + doubt
    }

    private func moveSentences(
        since old: MatchReport, _ words: SpectatorSentences, _ numbering: SquareNumbering
    ) -> [String] {
        Square.allCases.compactMap { square in
            guard let piece = match.board[square], old.match.board[square] == nil else {
                return nil
            }
            return words.move(piece, to: square, numbering)
        }
    }

    private var doubtLines: [String] { isDoubtful ? [BrokenRulesWords.illegalChangeIgnored] : [] }

    /// The match as one line of JSON, for programs. Later versions may add members, but never
    /// remove one.
    var json: String {
        var object: JSONObject = [
            "version": 1, "match": JSON(key.text), "circle": JSON(playerName(.circle)),
            "cross": JSON(playerName(.cross)), "round": JSON(match.round),
            "board": .array(match.board.matrix.map { JSON($0) }),
            "circleWins": JSON(score.circleWins), "crossWins": JSON(score.crossWins),
            "draws": JSON(score.draws), "watching": JSON(watchers), "doubtful": .bool(isDoubtful),
        ]
        if match.isPractice { object["practice"] = .bool(true) }
        if let outcome = match.outcome {
            object["winner"] = outcome.winner.map { JSON(playerName($0)) } ?? .null
            object["finish"] = JSON(PlayedRound.RoundFinish(outcome).word)
        } else {
            object["next"] = JSON(playerName(match.next))
            if idle != nil { object["idle"] = .bool(true) }
            if let undo { object["undo"] = JSON(playerName(undo)) }
        }
        return object.line()
    }
}
