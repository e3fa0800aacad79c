package import Game
package import Lobby
package import SimperiumClock
package import SimperiumJSON

/// The rules of correspondence games. The rules depend only on the object, the change, the change's
/// author and the server's time.
package enum CorrespondenceReferee {
    /// Returns the game that results from an edit; nil if the edit only removes the finished game
    /// from the author's list. Throws if the rules do not allow the edit.
    package static func gameAfterAllowedEdit(
        _ edit: ProposedEdit, by user: String, at stamp: ServerTime
    ) throws(CorrespondenceFoul) -> CorrespondenceGame? {
        switch edit {
        // Only a server inserts a game, and the server's objects are not checked here.
        case .insert: throw .serversGame
        case .change(let before, let after):
            let before = try game(before)
            return try gameAfterChange(of: before, to: try game(after), by: user, at: stamp)
        case .delete(let object):
            let game = try game(object)
            guard game.piece(of: user) != nil else { throw .notInTheGame }
            return game.isOver ? nil : try game.after(.resign, by: user, at: stamp)
        case .deleteAll: throw .everything
        }
    }

    /// Returns the game that a server starts with this object at this time. Throws for an invalid
    /// object, and for a game with moves.
    package static func newGame(
        _ object: JSONObject, at stamp: ServerTime
    ) throws(CorrespondenceFoul) -> CorrespondenceGame {
        let game = try game(object)
        guard game.moves.isEmpty, let begun = game.withoutMoves(startingAt: stamp) else {
            throw .flawed(.contradiction)
        }
        return begun
    }

    private static func game(_ object: JSONObject) throws(CorrespondenceFoul) -> CorrespondenceGame
    {
        do throws(RecordFlaw) { return try CorrespondenceGame(object) } catch {
            throw .flawed(error)
        }
    }

    /// Returns the game after the action that the change contains. The action is performed at the
    /// server's time. Throws unless the change contains exactly one legal action.
    private static func gameAfterChange(
        of before: CorrespondenceGame, to after: CorrespondenceGame, by user: String,
        at stamp: ServerTime
    ) throws(CorrespondenceFoul) -> CorrespondenceGame {
        guard let piece = before.piece(of: user) else { throw .notInTheGame }
        guard after.hasSamePlayersAndTerms(as: before) else { throw .otherTerms }
        // A program of an earlier version leaves the member `invitation` out of each change.
        guard after.invitation == nil || after.invitation == before.invitation else {
            throw .otherTerms
        }
        guard after.moves.starts(with: before.moves) else { throw .otherMoves }
        let moves = after.moves.dropFirst(before.moves.count)
        let action: CorrespondenceGame.PlayerAction
        switch (moves.first, after.round.finish) {
        case (let square?, .open) where moves.count == 1,
            (let square?, .board) where moves.count == 1:
            action = .play(square)
        case (nil, .open) where before.invitation != nil && after.invitation == nil:
            action = .accept
        case (nil, .resigned(piece)): action = .resign
        case (nil, .outOfTime(piece.opponent)):
            guard before.isOver || before.isLate(at: stamp) else { throw .timeNotUp }
            action = .claim
        case (nil, .resigned), (nil, .outOfTime): throw .othersResignation
        default: throw .notOneAct
        }
        return try before.after(action, by: user, at: stamp)
    }
}

extension CorrespondenceGame {
    fileprivate func after(
        _ action: PlayerAction, by user: String, at stamp: ServerTime
    ) throws(CorrespondenceFoul) -> CorrespondenceGame {
        var game = self
        do throws(MatchActionRefusal) {
            try game.perform(action, by: user, at: stamp)
        } catch {
            throw .move(error)
        }
        return game
    }
}

/// The rule that a change to a correspondence game, or to a friend invitation, breaks.
package enum CorrespondenceFoul: Error, Hashable, Sendable {
    case serversGame
    case notInTheGame
    case everything

    case flawed(RecordFlaw)
    /// The players, the limit, the start or the invitation differ from the game's.
    case otherTerms
    case otherMoves
    /// The change is not exactly one action.
    case notOneAct
    case othersResignation
    case timeNotUp
    case move(MatchActionRefusal)

    /// True if the author may not make such a change (error 401); false if the change breaks a rule
    /// (error 400).
    package var isTrespass: Bool {
        switch self {
        case .serversGame, .notInTheGame, .everything: true
        default: false
        }
    }
}
