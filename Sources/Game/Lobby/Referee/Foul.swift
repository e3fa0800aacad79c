package import Game

/// The reason why the referee rejects a change.
package enum Foul: Error, Hashable, Sendable {
    case othersObject
    /// The key belongs to another player who is present.
    case othersKey
    /// A Player must be that of the program which inserts it.
    case othersPlayer
    case notInTheMatch
    case everything
    /// The connection is not signed in to this account.
    case othersAccount
    /// The name is that of an account, or looks like it.
    case othersName

    case flawed(ObjectFlaw)
    case tooLarge
    case badName
    case otherID
    case oneIsEnough
    /// Only a door's Watcher stands for many.
    case noDoor
    /// A match has as many single Watchers as it may have.
    case crowded
    /// The program knows nothing of questions.
    case notAskable(PlayerID)
    case askedTwice
    /// One at a time, and one in three seconds.
    case askedTooSoon
    /// They have said later, or no.
    case askedAgain(PlayerID)
    /// The player looks for no opponent, has not invited the author, and waits without a code.
    case notAsking(PlayerID)
    case otherCode
    /// The two did not agree on this clock, or it is none that one can ask for.
    case otherLimit
    /// The same of the rounds to be won.
    case otherTarget
    /// A player has won the series.
    case targetReached
    /// The moves are not the last ones, or the other side has not asked to take them back.
    case noUndo
    /// It is not in the list, or not the next one.
    case noPhrase
    /// One in three seconds, and seven in a minute.
    case spokeTooSoon
    case unknownEnding
    /// The other side has not been away for long enough.
    case claimNotDue
    /// The side that is to move has time left, or the match has no clock.
    case timeNotUp
    /// The time for this move is up.
    case tooLate
    case absent(PlayerID)
    case seated(PlayerID)
    case busy(PlayerID)
    /// Circle is who starts a match.
    case othersStart
    case notFresh
    case otherPlayers
    case unknownMember(String)
    case othersFlag
    case othersResignation
    case noMove
    case move(MoveRefusal)
    case roundNotDue
    case roundIsOver
    case scoreNotDue

    /// True if the object belongs to another player (401); otherwise the change breaks the rules
    /// (400).
    package var isTrespass: Bool {
        switch self {
        case .othersObject, .othersKey, .othersPlayer, .notInTheMatch, .everything: true
        case .othersAccount, .othersName, .flawed, .tooLarge, .badName, .otherID, .oneIsEnough,
            .noDoor, .crowded,
            .notAskable, .askedTwice,
            .askedTooSoon, .askedAgain, .notAsking, .otherCode, .unknownEnding, .claimNotDue,
            .timeNotUp, .tooLate, .otherLimit, .otherTarget, .targetReached, .noUndo, .noPhrase,
            .spokeTooSoon, .absent, .seated, .busy,
            .othersStart, .notFresh, .otherPlayers, .unknownMember, .othersFlag,
            .othersResignation, .noMove, .move, .roundNotDue, .roundIsOver, .scoreNotDue:
            false
        }
    }
}

/// The reason why an object makes no sense. A program may have written each of them.
package enum ObjectFlaw: Error, Hashable, Sendable {
    case missing(member: String)
    case wrongType(member: String)
    /// An id is 1 to 256 printable characters of ASCII.
    case noID(member: String)
    case onePlayerTwice
    /// Not nine squares, each free or with one of the two pieces on it.
    case noBoard
    case noPiece(member: String)
    case noScore
    /// Not an allowed number of seconds for a move.
    case noLimit
    /// Not an allowed number of rounds to win.
    case noTarget
    /// Each member makes sense, but together they are against the rules.
    case impossible(MatchFlaw)
    /// The object makes sense, but does not follow from the previous one.
    case unexplained
}
