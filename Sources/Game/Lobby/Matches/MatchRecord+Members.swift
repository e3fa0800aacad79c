internal import Game
package import SimperiumJSON
package import SimperiumWire

extension MatchRecord {
    /// Reads all members of a Match.
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
        let resigned = try object.piece(.resigned)
        // A later version may end rounds in other ways. The loser is known nevertheless.
        let ending = try object.text(.ending).flatMap(NonResignationLossReason.init)
        let ready = try object.flags(circle: .circleReady, cross: .crossReady)
        let offers = try object.flags(circle: .circleOffers, cross: .crossOffers)
        let idles = try object.flags(circle: .circleIdle, cross: .crossIdle)
        let undone = try object.wholeNumber(.undone)
        let undos = Sides(
            circle: try object.undoRequest(.circleUndo), cross: try object.undoRequest(.crossUndo))
        let terms = try MatchTerms(object)
        let wants = Sides(
            circle: try object.proposedTerms(.circleWants),
            cross: try object.proposedTerms(.crossWants))
        let sayings = Sides(
            circle: try object.saying(.circleSays), cross: try object.saying(.crossSays))
        let standing = offers.sidesWithUndeclinedOffer(
            at: Match.moment(round: score.rounds + 1, board))
        do throws(MatchFlaw) {
            let match = try Match(
                board: board, next: next, round: round, earlierScore: score, resigned: resigned,
                ending: ending, drawOffers: standing, undone: undone)
            self.init(of: players, match, ready: ready, offers: offers, terms)
        } catch {
            throw .impossible(error)
        }
        if wants != self.wants { self.wants = wants }
        if sayings != self.sayings { self.sayings = sayings }
        if idles != self.idles { self.idles = idles }
        if undos != self.undos { self.undos = undos }
    }

    /// Returns true if these are exactly the members that a move changes.
    static func areOfMove(_ names: [JSONString]) -> Bool {
        names.count == 2 && names.contains(.matrix) && names.contains(.nextPieceKind)
    }

    /// Makes the move that leads to the board in `object`. Returns false if no move does.
    mutating func play(moveIn object: JSONObject) -> Bool {
        guard let board = try? object.board(), let next = try? object.piece(.nextPieceKind),
            next == match.next.opponent, let square = match.position.move(to: board)
        else { return false }
        return (try? play(square)) != nil
    }

    /// The members of the Match object, without unset ones. The four members of the tutorial come
    /// first.
    package var members: JSONObject {
        var object: JSONObject = [
            "circlePlayerID": JSON(players[.circle].rawValue),
            "crossPlayerID": JSON(players[.cross].rawValue),
            "matrix": .array(match.board.matrix.map { JSON($0) }),
            "nextPieceKind": JSON(Int(match.next.rawValue)), "round": JSON(match.round),
            "circleWins": JSON(match.earlierScore.circleWins),
            "crossWins": JSON(match.earlierScore.crossWins),
            "draws": JSON(match.earlierScore.draws),
        ]
        object[.resigned] = match.resigned.map { JSON(Int($0.rawValue)) }
        object[.ending] = match.ending.map { JSON($0.rawValue) }
        object[.undone] = match.undone.map { JSON($0) }
        terms.write(to: &object)
        for (name, undo) in undoMembers { object[name] = undo?.value }
        for (name, want) in wantMembers { object[name] = want.map { .object($0.members) } }
        for (name, saying) in sayingMembers { object[name] = saying?.value }
        for (name, flag) in flagMembers where flag != 0 { object[name] = JSON(flag) }
        return object
    }

    /// The names of all members that a Match may have.
    static let memberNames: Set<JSONString> = [
        .circlePlayerID, .crossPlayerID, .matrix, .nextPieceKind, .round, .circleWins, .crossWins,
        .draws, .resigned, .ending, .code, .limit, .circleReady, .crossReady, .circleOffers,
        .crossOffers, .target, .circleWants, .crossWants, .circleSays, .crossSays,
        .circleIdle, .crossIdle, .circleUndo, .crossUndo, .undone,
    ]

    private var wantMembers: [(JSONString, NextRoundProposal?)] {
        [(.circleWants, wants[.circle]), (.crossWants, wants[.cross])]
    }

    private var sayingMembers: [(JSONString, Saying?)] {
        [(.circleSays, sayings[.circle]), (.crossSays, sayings[.cross])]
    }

    private var undoMembers: [(JSONString, UndoRequest?)] {
        [(.circleUndo, undos[.circle]), (.crossUndo, undos[.cross])]
    }

    private var flagMembers: [(JSONString, Int)] {
        [
            (.circleReady, ready[.circle]), (.crossReady, ready[.cross]),
            (.circleOffers, offers[.circle]), (.crossOffers, offers[.cross]),
            (.circleIdle, idles[.circle]), (.crossIdle, idles[.cross]),
        ]
    }

    /// Returns the edit that turns `old` into this record, with only the members that differ.
    package func edit(since old: MatchRecord, of key: ObjectKey) -> LobbyEdit {
        let changes = changes(since: old)
        return .update(.match, key, setting: changes.setting, removing: changes.removing)
    }

    private func changes(since old: MatchRecord) -> ChangedMatchFields {
        var changes = ChangedMatchFields()
        let (before, after) = (old.match, match)
        if before.board != after.board {
            changes.setting[.matrix] = .array(after.board.matrix.map { JSON($0) })
        }
        changes.add(.nextPieceKind, from: Int(before.next.rawValue), to: Int(after.next.rawValue))
        changes.add(.round, from: before.round, to: after.round)
        let (scoreBefore, score) = (before.earlierScore, after.earlierScore)
        changes.add(.circleWins, from: scoreBefore.circleWins, to: score.circleWins)
        changes.add(.crossWins, from: scoreBefore.crossWins, to: score.crossWins)
        changes.add(.draws, from: scoreBefore.draws, to: score.draws)
        changes.add(
            .resigned, from: before.resigned.map { Int($0.rawValue) },
            to: after.resigned.map { Int($0.rawValue) })
        if before.ending != after.ending {
            if let ending = after.ending {
                changes.setting[.ending] = JSON(ending.rawValue)
            } else {
                changes.removing.append(.ending)
            }
        }
        for ((name, before), (_, after)) in zip(old.flagMembers, flagMembers) {
            changes.add(name, from: before == 0 ? nil : before, to: after == 0 ? nil : after)
        }
        changes.add(.undone, from: before.undone, to: after.undone)
        addRareChanges(since: old, in: &changes)
        return changes
    }

    /// Adds the members for terms, proposals, phrases and requests to take back moves, which rarely
    /// change.
    private func addRareChanges(since old: MatchRecord, in changes: inout ChangedMatchFields) {
        if old.terms != terms {
            changes.add(.limit, from: old.terms.limit?.rawValue, to: terms.limit?.rawValue)
            changes.add(.target, from: old.terms.target?.rawValue, to: terms.target?.rawValue)
        }
        if old.wants != wants {
            for ((name, before), (_, after)) in zip(old.wantMembers, wantMembers)
            where before != after {
                changes.put(name, after.map { .object($0.members) })
            }
        }
        if old.undos != undos {
            for ((name, before), (_, after)) in zip(old.undoMembers, undoMembers)
            where before != after {
                changes.put(name, after?.value)
            }
        }
        if old.sayings != sayings {
            for ((name, before), (_, after)) in zip(old.sayingMembers, sayingMembers)
            where before != after {
                changes.put(name, after?.value)
            }
        }
    }
}

/// The members that differ between a record and an earlier one.
private struct ChangedMatchFields {
    var setting = JSONObject()
    var removing: [JSONString] = []

    mutating func add(_ name: JSONString, from before: Int?, to after: Int?) {
        guard before != after else { return }
        put(name, after.map { JSON($0) })
    }

    mutating func put(_ name: JSONString, _ value: JSON?) {
        if let value { setting[name] = value } else { removing.append(name) }
    }
}

extension Sides<PlayerID> {
    /// Reads the two ids, which decide who is seated. `known` are the ids of the earlier object.
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
    /// The cross player's join code, which a joining friend includes in the Match; nil if it is
    /// missing or invalid.
    var joinCode: JoinCode? { nonNullValue(.code)?.string.flatMap(JoinCode.init) }

    fileprivate func board() throws(ObjectFlaw) -> Board {
        guard let matrix = nonNullValue(.matrix) else { throw .missing(member: "matrix") }
        guard let squares = matrix.array else { throw .wrongType(member: "matrix") }
        // The count is checked first, because another program's array may be long.
        guard squares.count == Board.squareCount, let board = squares.ints.flatMap(Board.init)
        else { throw .noBoard }
        return board
    }

    fileprivate func proposedTerms(_ name: JSONString) throws(ObjectFlaw) -> NextRoundProposal? {
        guard let value = nonNullValue(name) else { return nil }
        guard let object = value.object else { throw .wrongType(member: name.string) }
        return try NextRoundProposal(object, name)
    }

    fileprivate func undoRequest(_ name: JSONString) throws(ObjectFlaw) -> UndoRequest? {
        guard let value = nonNullValue(name) else { return nil }
        return try UndoRequest(value, name)
    }

    fileprivate func saying(_ name: JSONString) throws(ObjectFlaw) -> Saying? {
        guard let value = nonNullValue(name) else { return nil }
        return try Saying(value, name)
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
        MatchRecord.Flags(
            circle: try wholeNumber(circle) ?? 0, cross: try wholeNumber(cross) ?? 0)
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
