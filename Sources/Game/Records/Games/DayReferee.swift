package import Game
package import Lobby
package import SimperiumClock
package import SimperiumJSON

/// Says what becomes of what somebody would like to do to a game over days. It knows the object,
/// the change, its author and the server's time, and nothing else.
package enum DayReferee {
    package enum Ruling: Hashable, Sendable {
        /// The change passes, and makes this of the game.
        case becomes(DayGame)
        /// The game is over. Its author need not see it any more, and the other side may.
        case hides
        /// The author has given up: the game becomes this, and only then is hidden from them.
        case givesUp(DayGame)
    }

    /// `user` is who wrote it, through whosever bucket it came.
    package static func ruling(
        on act: Referee.Act, by user: String, at stamp: Stamp
    ) throws(DayFoul) -> Ruling {
        switch act {
        // Only a server begins a game, which asks nobody.
        case .insert: throw .serversGame
        case .change(let before, let after):
            let before = try game(before)
            return .becomes(try change(of: before, to: try game(after), by: user, at: stamp))
        case .delete(let object): return try departure(from: game(object), of: user, at: stamp)
        case .deleteAll: throw .everything
        }
    }

    /// The game that a server begins with this object, now.
    package static func beginning(
        _ object: JSONObject, at stamp: Stamp
    ) throws(DayFoul) -> DayGame {
        let game = try game(object)
        guard game.moves.isEmpty, let begun = game.begun(at: stamp) else {
            throw .flawed(.contradiction)
        }
        return begun
    }

    private static func game(_ object: JSONObject) throws(DayFoul) -> DayGame {
        do throws(RecordFlaw) { return try DayGame(object) } catch { throw .flawed(error) }
    }

    /// What somebody may do in one change: one thing. When it was done is the server's to say.
    private static func change(
        of before: DayGame, to after: DayGame, by user: String, at stamp: Stamp
    ) throws(DayFoul) -> DayGame {
        guard let piece = before.piece(of: user) else { throw .notInTheGame }
        guard after.hasTerms(of: before) else { throw .otherTerms }
        guard after.moves.starts(with: before.moves) else { throw .otherMoves }
        let moves = after.moves.dropFirst(before.moves.count)
        switch (moves.first, after.round.finish) {
        case (let square?, .open) where moves.count == 1,
            (let square?, .board) where moves.count == 1:
            return try before.going { (game) throws(MoveRefusal) in
                try game.play(square, by: user, at: stamp)
            }
        case (nil, .resigned(piece)):
            return try before.going { (game) throws(MoveRefusal) in
                try game.resign(by: user, at: stamp)
            }
        case (nil, .outOfTime(piece.opponent)):
            guard before.isOver || before.isLate(at: stamp) else { throw .timeNotUp }
            return try before.going { (game) throws(MoveRefusal) in
                try game.claim(by: user, at: stamp)
            }
        case (nil, .resigned), (nil, .outOfTime): throw .othersResignation
        default: throw .notOneAct
        }
    }

    private static func departure(
        from game: DayGame, of user: String, at stamp: Stamp
    ) throws(DayFoul) -> Ruling {
        guard game.piece(of: user) != nil else { throw .notInTheGame }
        guard !game.isOver else { return .hides }
        return .givesUp(
            try game.going { (game) throws(MoveRefusal) in try game.resign(by: user, at: stamp) })
    }
}

extension DayGame {
    /// What it is after that.
    fileprivate func going(
        _ act: (inout DayGame) throws(MoveRefusal) -> Void
    ) throws(DayFoul) -> DayGame {
        var game = self
        do throws(MoveRefusal) { try act(&game) } catch { throw .move(error) }
        return game
    }
}

/// Why the referee of games over days does not let a change pass.
package enum DayFoul: Error, Hashable, Sendable {
    case serversGame
    case notInTheGame
    case everything

    case flawed(RecordFlaw)
    /// Other people, another limit, or another beginning.
    case otherTerms
    /// What was played is not what was played before.
    case otherMoves
    /// Nothing is done by it, or two things at once.
    case notOneAct
    case othersResignation
    /// The side that is to move has time left.
    case timeNotUp
    case move(MoveRefusal)

    /// Whether what is to be changed is somebody else's (401); else it is against the rules (400).
    package var isTrespass: Bool {
        switch self {
        case .serversGame, .notInTheGame, .everything: true
        case .flawed, .otherTerms, .otherMoves, .notOneAct, .othersResignation, .timeNotUp, .move:
            false
        }
    }
}
