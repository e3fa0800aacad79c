internal import Game
package import SimperiumJSON
package import SimperiumWire

extension MatchRecord {
    package init(_ object: JSONObject) throws(ObjectFlaw) {
        try self.init(object, of: Sides(playersOf: object))
    }

    /// Reads all members except the two ids.
    init(_ object: JSONObject, of players: Sides<PlayerID>) throws(ObjectFlaw) {
        let board = try object.board()
        guard let next = try object.piece(.nextPieceKind) else {
            throw .missing(member: "nextPieceKind")
        }
        let score = try object.score()
        let round = try object.wholeNumber(.round) ?? score.rounds + 1
        let loser = try object.piece(.resigned)
        // A later version may end rounds in other ways. The loser is known nevertheless.
        let lossReason = try object.text(.ending).flatMap(NonResignationLossReason.init)
        let ready = try object.flags(circle: .circleReady, cross: .crossReady)
        let offers = try object.flags(circle: .circleOffers, cross: .crossOffers)
        let idles = try object.flags(circle: .circleIdle, cross: .crossIdle)
        let undone = try object.wholeNumber(.undone)
        let undos = Sides(
            circle: try object.read(.circleUndo, UndoRequest.init),
            cross: try object.read(.crossUndo, UndoRequest.init))
        let terms = try MatchTerms(object)
        let wants = Sides(
            circle: try object.read(.circleWants, NextRoundProposal.init),
            cross: try object.read(.crossWants, NextRoundProposal.init))
        let lastPhrases = Sides(
            circle: try object.read(.circleSays, NumberedPhrase.init),
            cross: try object.read(.crossSays, NumberedPhrase.init))
        let standing = offers.sidesWithUndeclinedOffer(
            at: Match.moment(round: score.rounds + 1, board))
        do throws(MatchFlaw) {
            let match = try Match(
                board: board, next: next, round: round, earlierScore: score, loser: loser,
                lossReason: lossReason, drawOffers: standing, lastPracticeRound: undone)
            self.init(of: players, match, ready: ready, offers: offers, terms)
        } catch {
            throw .impossible(error)
        }
        if wants != self.wants { self.wants = wants }
        if lastPhrases != self.lastPhrases { self.lastPhrases = lastPhrases }
        if idles != self.idles { self.idles = idles }
        if undos != self.undos { self.undos = undos }
    }

    /// Returns true if these are exactly the members that a move changes.
    static func areExactlyMoveMembers(_ names: [JSONString]) -> Bool {
        names.count == 2 && names.contains(.matrix) && names.contains(.nextPieceKind)
    }

    /// Makes the move that leads to the board in `object`. Returns false if no legal move leads
    /// there.
    mutating func play(moveIn object: JSONObject) -> Bool {
        guard let board = try? object.board(), let next = try? object.piece(.nextPieceKind),
            next == match.next.opponent, let square = match.position.move(to: board)
        else { return false }
        return (try? playForNextSide(square)) != nil
    }

    /// The object's members, without unset flags and values. The four members of the tutorial come
    /// first.
    package var members: JSONObject {
        var object: JSONObject = [
            .circlePlayerID: JSON(players[.circle].rawValue),
            .crossPlayerID: JSON(players[.cross].rawValue),
            .matrix: .array(match.board.matrix.map { JSON($0) }),
            .nextPieceKind: JSON(Int(match.next.rawValue)), .round: JSON(match.round),
            .circleWins: JSON(match.earlierScore.circleWins),
            .crossWins: JSON(match.earlierScore.crossWins),
            .draws: JSON(match.earlierScore.draws),
        ]
        object[.resigned] = match.loser.map { JSON(Int($0.rawValue)) }
        object[.ending] = match.lossReason.map { JSON($0.rawValue) }
        object.set(.circleReady, .crossReady, to: ready, Self.flagMember)
        object.set(.circleOffers, .crossOffers, to: offers, Self.flagMember)
        object.set(.circleIdle, .crossIdle, to: idles, Self.flagMember)
        object[.undone] = match.lastPracticeRound.map { JSON($0) }
        terms.write(to: &object)
        object.set(.circleWants, .crossWants, to: wants) { $0.map { .object($0.members) } }
        object.set(.circleUndo, .crossUndo, to: undos) { $0?.value }
        object.set(.circleSays, .crossSays, to: lastPhrases) { $0?.value }
        return object
    }

    private static func flagMember(_ flag: Int) -> JSON? {
        // `nil` would be JSON's null.
        flag == 0 ? .none : JSON(flag)
    }

    static let memberNames: Set<JSONString> = [
        .circlePlayerID, .crossPlayerID, .matrix, .nextPieceKind, .round, .circleWins, .crossWins,
        .draws, .resigned, .ending, .code, .limit, .circleReady, .crossReady, .circleOffers,
        .crossOffers, .target, .circleWants, .crossWants, .circleSays, .crossSays,
        .circleIdle, .crossIdle, .circleUndo, .crossUndo, .undone,
    ]

    /// Returns the edit that turns `old` into this record, with only the members that differ.
    package func edit(since old: MatchRecord, of key: ObjectKey) -> LobbyObjectEdit {
        .updating(key, in: .match, from: old.members, to: members)
    }
}

extension Sides<PlayerID> {
    /// Reads the two ids, which decide who is seated. `known` are the ids of the earlier object.
    /// Throws if an id is missing or invalid, or if both are equal.
    init(playersOf object: JSONObject, known: Sides<PlayerID>? = nil) throws(ObjectFlaw) {
        self.init(
            circle: PlayerID(
                rawValue: try object.id(.circlePlayerID, known: known?[.circle].rawValue)),
            cross: PlayerID(
                rawValue: try object.id(.crossPlayerID, known: known?[.cross].rawValue)))
        guard self[.circle] != self[.cross] else { throw .onePlayerTwice }
    }
}

extension JSONObject {
    /// The cross player's join code, which a joining friend includes in the Match.
    var joinCode: JoinCode? { nonNullValue(.code)?.string.flatMap(JoinCode.init) }

    /// Sets the members of both sides, and removes those without a value.
    fileprivate mutating func set<Value: Hashable & Sendable>(
        _ circle: JSONString, _ cross: JSONString, to sides: Sides<Value>,
        _ json: (Value) -> JSON?
    ) {
        self[circle] = json(sides[.circle])
        self[cross] = json(sides[.cross])
    }

    fileprivate func board() throws(ObjectFlaw) -> Board {
        guard let matrix = nonNullValue(.matrix) else { throw .missing(member: "matrix") }
        guard let squares = matrix.array else { throw .wrongType(member: "matrix") }
        // The count is checked first, because another program's array may be long.
        guard squares.count == Board.squareCount, let board = squares.ints.flatMap(Board.init)
        else { throw .noBoard }
        return board
    }

    /// Reads a member with an initialiser; nil if the member is missing.
    fileprivate func read<Value>(
        _ name: JSONString, _ value: (JSON, JSONString) throws(ObjectFlaw) -> Value
    ) throws(ObjectFlaw) -> Value? {
        guard let json = nonNullValue(name) else { return nil }
        return try value(json, name)
    }

    fileprivate func score() throws(ObjectFlaw) -> Score {
        let score = Score(
            circleWins: try wholeNumber(.circleWins) ?? 0,
            crossWins: try wholeNumber(.crossWins) ?? 0, draws: try wholeNumber(.draws) ?? 0)
        guard let score else { throw .noScore }
        return score
    }

    fileprivate func flags(
        circle: JSONString, cross: JSONString
    ) throws(ObjectFlaw) -> MatchRecord.Flags {
        MatchRecord.Flags(circle: try wholeNumber(circle) ?? 0, cross: try wholeNumber(cross) ?? 0)
    }
}

/// The names of a Match's members. They are constants, because every move looks them up.
extension JSONString {
    static let circlePlayerID: JSONString = "circlePlayerID"
    static let crossPlayerID: JSONString = "crossPlayerID"
    static let matrix: JSONString = "matrix"
    static let nextPieceKind: JSONString = "nextPieceKind"
    static let round: JSONString = "round"
    static let circleWins: JSONString = "circleWins"
    static let crossWins: JSONString = "crossWins"
    static let draws: JSONString = "draws"
    static let resigned: JSONString = "resigned"
    static let ending: JSONString = "ending"
    static let limit: JSONString = "limit"
    static let code: JSONString = "code"
    static let circleReady: JSONString = "circleReady"
    static let crossReady: JSONString = "crossReady"
    static let circleOffers: JSONString = "circleOffers"
    static let crossOffers: JSONString = "crossOffers"
    static let target: JSONString = "target"
    static let circleWants: JSONString = "circleWants"
    static let crossWants: JSONString = "crossWants"
    static let circleSays: JSONString = "circleSays"
    static let crossSays: JSONString = "crossSays"
    static let circleIdle: JSONString = "circleIdle"
    static let crossIdle: JSONString = "crossIdle"
    static let circleUndo: JSONString = "circleUndo"
    static let crossUndo: JSONString = "crossUndo"
    static let undone: JSONString = "undone"
}
