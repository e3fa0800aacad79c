package import Game
package import SimperiumClock
package import SimperiumJSON

/// How a round ended for one person: an object of the bucket `result`.
package struct RoundResult: Hashable, Sendable {
    /// Raw values are those of `outcome`.
    package enum Verdict: String, Hashable, Codable, Sendable, CaseIterable {
        case won
        case lost
        case drawn
    }

    /// Raw values are those of `how`.
    package enum Manner: String, Hashable, Codable, Sendable, CaseIterable {
        case line
        /// The board was full.
        case board
        case resigned
        case agreed
        case left
        case claimed
        case time

        /// Whether such an end has a winner.
        package var isDecisive: Bool { self != .board && self != .agreed }
    }

    /// More than any name of a player takes.
    package static let longestName = 256

    /// The opponent's user id; nil for guests and bots.
    package let opponent: String?
    /// What the opponent was called then. Nobody has looked whether it is a player's name.
    package let name: String
    /// What the person played.
    package let piece: Piece
    package let verdict: Verdict
    /// Empty if they are not known.
    package let moves: MoveList
    package let at: Stamp
    /// Nil if a later version found another way to end a round.
    package let manner: Manner?
    /// The bot that was the opponent, if it was one.
    package let level: Bot?
    /// Who made the first move; nil if it was not written down.
    package let first: Piece?

    package init(
        against opponent: String?, called name: String, as piece: Piece, _ verdict: Verdict,
        by manner: Manner, moves: MoveList = MoveList(), at: Stamp, level: Bot? = nil,
        first: Piece? = nil
    ) {
        self.opponent = opponent
        self.name = name
        self.piece = piece
        self.verdict = verdict
        self.moves = moves
        self.at = at
        self.manner = manner
        self.level = level
        self.first = first
    }

    package init(_ object: JSONObject) throws(RecordFlaw) {
        opponent = try object.id(.with)
        guard let name = try object.text(.name, longest: Self.longestName) else {
            throw .missing(member: "name")
        }
        self.name = name
        guard let piece = try object.side(.piece) else { throw .missing(member: "as") }
        self.piece = piece
        verdict = try object.verdict()
        moves = try object.moves(.moves) ?? MoveList()
        guard let at = try object.stamp(.at) else { throw .missing(member: "at") }
        self.at = at
        manner = try object.text(.how, longest: 32).flatMap(Manner.init)
        level = try object.bot(.level)
        first = try object.side(.first)
        guard opponent == nil || level == nil else { throw .contradiction }
        guard manner.map({ $0.isDecisive == (verdict != .drawn) }) ?? true else {
            throw .contradiction
        }
    }

    package var members: JSONObject {
        var object = JSONObject()
        object[.with] = opponent.map { JSON($0) }
        object[.name] = JSON(name)
        object[.piece] = JSON(piece.word)
        object[.outcome] = JSON(verdict.rawValue)
        object[.moves] = moves.json
        object[.at] = JSON(Int(at.milliseconds))
        object[.how] = manner.map { JSON($0.rawValue) }
        object[.level] = level.map { JSON($0.rawValue) }
        object[.first] = first.map { JSON($0.word) }
        return object
    }
}

extension RoundResult.Verdict {
    /// For who played `piece`.
    package init(_ outcome: Outcome, for piece: Piece) {
        self = outcome.winner.map { $0 == piece ? .won : .lost } ?? .drawn
    }
}

extension RoundResult.Manner {
    package init(_ outcome: Outcome) {
        self =
            switch outcome {
            case .won: .line
            case .drawn: .board
            case .drawAgreed: .agreed
            case .resigned: .resigned
            case .claimed: .claimed
            case .left, .notBack: .left
            case .outOfTime: .time
            }
    }
}

extension Piece {
    /// What stands for it in an object, as under `as`.
    package var word: String {
        switch self {
        case .circle: "circle"
        case .cross: "cross"
        }
    }
}

extension JSONObject {
    func side(_ name: JSONString) throws(RecordFlaw) -> Piece? {
        guard let value = given(name) else { return nil }
        guard let text = value.text else { throw .wrongType(member: name.string) }
        for piece in Piece.allCases where text.spells(piece.word) { return piece }
        throw .senseless(member: name.string)
    }

    fileprivate func verdict() throws(RecordFlaw) -> RoundResult.Verdict {
        guard let value = given(.outcome) else { throw .missing(member: "outcome") }
        guard let text = value.text else { throw .wrongType(member: "outcome") }
        for verdict in RoundResult.Verdict.allCases where text.spells(verdict.rawValue) {
            return verdict
        }
        throw .senseless(member: "outcome")
    }
}
