package import Game

/// The reason why the referee rejects a change.
package enum Foul: Error, Hashable, Sendable {
    case othersObject
    /// The key belongs to another player in the lobby.
    case othersKey
    /// The new Player does not belong to the program that inserts it.
    case othersPlayer
    case notInTheMatch
    case everything
    /// The connection is not signed in to this account.
    case othersAccount
    /// The name, or a name that looks like it, is reserved or belongs to another user's account.
    case othersName

    case flawed(ObjectFlaw)
    case tooLarge
    case badName
    case otherID
    case oneIsEnough
    /// The Watcher stands for several spectators, and its author is not a door.
    case noDoor
    /// The match already has `Watcher.mostSingle` spectators.
    case crowded
    /// The player's program does not support the request, such as an invitation or taking back
    /// moves.
    case notAskable(PlayerID)
    case askedTwice
    /// The player sent another invitation less than three seconds ago.
    case askedTooSoon
    /// The player has recently answered "later" or "no".
    case askedAgain(PlayerID)
    /// The player has not agreed to a match with the author. The player neither looks for a match
    /// on suitable terms, nor has invited the author, nor waits for a friend with a code.
    case notAsking(PlayerID)
    case otherCode
    /// The two players did not agree on this clock, or it is not allowed.
    case otherLimit
    /// The two players did not agree on this number of wins, or it is not allowed.
    case otherTarget
    case targetReached
    /// The moves are not the last moves, or the other side has not asked to take them back.
    case noUndo
    /// The phrase is unknown, or its number is not the next one.
    case noPhrase
    /// The side has sent too many phrases: one is allowed in three seconds, and seven in a minute.
    case spokeTooSoon
    case unknownEnding
    /// The other side has not been away or idle for long enough.
    case claimNotDue
    /// The side to move has time left, or the match has no clock.
    case timeNotUp
    case tooLate
    /// The player is not in the lobby or, at the start of a match, is away.
    case absent(PlayerID)
    case seated(PlayerID)
    case busy(PlayerID)
    /// The author is not circle, the player who starts a match.
    case othersStart
    case notFresh
    case otherPlayers
    case unknownMember(String)
    case othersFlag
    case othersResignation
    case noMove
    case move(MatchActionRefusal)
    case roundNotDue
    case roundIsOver
    case scoreNotDue

    /// True if the hub refuses the change with 401, because the author may not change this object.
    /// False if the hub refuses the change with 400, because the change breaks the rules.
    package var isTrespass: Bool {
        switch self {
        case .othersObject, .othersKey, .othersPlayer, .notInTheMatch, .everything: true
        default: false
        }
    }
}

/// The reason why an object is not valid. Any program may have written the object.
package enum ObjectFlaw: Error, Hashable, Sendable {
    case missing(member: String)
    case wrongType(member: String)
    /// An id is not 1 to 256 visible ASCII characters.
    case noID(member: String)
    case onePlayerTwice
    /// The board is not nine squares, each free or with one of the two pieces.
    case noBoard
    case noPiece(member: String)
    case noScore
    /// The limit is not an allowed number of seconds for a move.
    case noLimit
    /// The target is not an allowed number of wins.
    case noTarget
    /// Each member is valid, but together they break the rules.
    case impossible(MatchFlaw)
    /// The object is valid, but does not follow from the previous one.
    case unexplained
}
