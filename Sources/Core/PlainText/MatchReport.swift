internal import Game
internal import Lobby
internal import SimperiumJSON
internal import Wording

/// A match as it stands, for whoever reads of it.
struct MatchReport: Hashable {
    /// What is told while there is none.
    static let absence = "No match at the moment; the next one is told as it begins."

    private let key: LobbyKey
    private let match: Match
    private let names: [Piece: String]
    private let watchers: Int
    /// Whether what came after this state is against the rules.
    private let isDoubtful: Bool

    /// Nil while nothing can be told of it.
    init?(_ key: LobbyKey, in lobbyState: LobbyState) {
        guard let shown = lobbyState[key], let match = shown.match else { return nil }
        self.key = key
        self.match = match
        names = [
            .circle: lobbyState.roster.name(of: shown.circle),
            .cross: lobbyState.roster.name(of: shown.cross),
        ]
        watchers = lobbyState.watchers.count(watching: key)
        isDoubtful = shown.flaw != nil
    }

    private func name(_ piece: Piece) -> String { names[piece] ?? "" }

    /// What is new since `old`, one sentence for each thing.
    func news(since old: MatchReport?, _ numbering: Numbering) -> [String] {
        guard let old, old.key == key else { return [introduction] + now + doubt }
        let doubt = old.isDoubtful ? [] : doubt
        guard match.round == old.match.round else {
            return ["Round \(match.round) begins; \(name(match.next)) moves first."] + doubt
        }
        let end = match.outcome == old.match.outcome ? [] : now
        return moves(since: old, numbering) + end + doubt
    }

    private func moves(since old: MatchReport, _ numbering: Numbering) -> [String] {
        Square.allCases.compactMap { square in
            guard let piece = match.board[square], old.match.board[square] == nil else {
                return nil
            }
            return "\(name(piece)) placed \(piece.letter) in \(numbering.place(of: square))."
        }
    }

    private var doubt: [String] {
        isDoubtful ? ["What came next is not by the rules: the last good board stays."] : []
    }

    private var introduction: String {
        "\(name(.circle)) (O) plays \(name(.cross)) (X), round \(match.round)."
    }

    private var now: [String] {
        guard let outcome = match.outcome else { return [] }
        let score = match.score
        let (circle, cross) = (name(.circle), name(.cross))
        let numbers = "\(circle) \(score.circleWins)–\(score.crossWins) \(cross)"
        return ["\(outcome.sentence(name)) Score: \(numbers), draws \(score.draws)."]
    }

    /// In one line, for programs. Members may be added to it, and are never taken away.
    var json: String {
        let score = match.score
        var object: JSONObject = [
            "version": 1, "match": JSON(key.rawValue), "circle": JSON(name(.circle)),
            "cross": JSON(name(.cross)), "round": JSON(match.round),
            "board": .array(match.board.matrix.map { JSON($0) }),
            "circleWins": JSON(score.circleWins), "crossWins": JSON(score.crossWins),
            "draws": JSON(score.draws), "watching": JSON(watchers), "doubtful": .bool(isDoubtful),
        ]
        if let outcome = match.outcome {
            object["winner"] = outcome.winner.map { JSON(name($0)) } ?? .null
        } else {
            object["next"] = JSON(name(match.next))
        }
        return JSON.object(object).description
    }
}
