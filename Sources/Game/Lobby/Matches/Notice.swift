package import Game
package import SimperiumClock
package import SimperiumWire

/// News for the user, mostly about another player's action.
package enum Notice: Hashable, Sendable {
    case refused(RequestObstacle)
    /// The hub refused a change by this program.
    case notTaken(LobbyBucket, ChangeRefusalReason)
    /// The wanted name belongs to another user's account, so the user gets a different name.
    case nameOwned(PlayerName, instead: PlayerName)
    case flawed(LobbyBucket, ObjectKey, ObjectFlaw)
    /// The server applies only the rules of the first version.
    case olderServer
    case came(PlayerID)
    /// A player left. `isOnOtherDevice` is true if another Player of the same account stays.
    case left(PlayerID, name: String, isOnOtherDevice: Bool = false)

    case invited(PlayerID, name: String)
    /// The player's invitation was withdrawn, or has expired.
    case invitationOver(name: String)
    /// The user has invited a player.
    case asks(name: String)
    /// There is no other opponent, so the program asks an idle player to press a key.
    case asksIdle(name: String)
    /// A player waits for the idle user to press a key.
    case called(by: String)
    case askEnded(name: String, MatchInvitationEnd)
    /// A challenge failed, because another player was first, or because the opponent has just left.
    case challengeFailed(name: String)
    case matchBegan(opponent: String, isOurs: Bool)
    /// The program was restarted, and continues its match.
    case backInMatch(opponent: String)
    case matchEnded(opponent: String, MatchEnd)

    case moved(Square)
    case roundEnded(Outcome)
    case roundBegan(Int)
    case drawOffered
    case drawDeclined
    case drawWithdrawn
    case undoAsked
    case undoDeclined
    case undoWithdrawn
    /// Moves were taken back. The round counts for neither player.
    case undone
    case rematchWanted
    case rematchDeclined
    case rematchWithdrawn
    case wanted(MatchTerms)
    case proposalWithdrawn
    /// The program proposed these terms for the next round. They include the series that only the
    /// user wanted.
    case proposed(MatchTerms)
    case said(Phrase)
    case opponentAway(Absence)
    /// The opponent must move, and has pressed no key for a minute.
    case opponentIdle
    /// The user must move, and has pressed no key for a minute.
    case idle
    case opponentBack
    /// This many seconds are left for the user's move. The notice is for clients that show no
    /// clock.
    case timeLeft(Int)
    /// The opponent's program broke the rules. The board stays as it was.
    case doubtful(ObjectFlaw)
    case trusted

    /// The user now watches this match; nil for none.
    case shows(ObjectKey?)
    case watchedEnded(WatchedMatchEnd)
    /// The player whose matches the user watched has left.
    case lostSight
}

/// The reason why the user's invitation ended without a match.
package enum MatchInvitationEnd: Hashable, Sendable {
    case withdrawn
    case expired
    case later
    case no
    case busy
    case playing
    case gone
    case refused
}

package struct WatchedMatchEnd: Hashable, Sendable {
    package let circle: String
    package let cross: String
    /// The result of the round that the end of the match decided; nil if it decided no round, if
    /// the round was practice, or if the result is unknown.
    package let outcome: Outcome?

    /// Creates the end of the match `shown`. `gone` are the players who left when the match ended.
    package init(
        of shown: LobbyMatch, in lobbyState: LobbyState, without gone: Set<PlayerID>,
        at now: Instant
    ) {
        circle = lobbyState.roster.shownName(of: shown.circle)
        cross = lobbyState.roster.shownName(of: shown.cross)
        outcome = shown.match.flatMap { match in
            guard !match.isPractice else { return nil }
            if case .left = match.outcome { return match.outcome }
            guard match.outcome == nil else { return nil }
            let absences = shown.players.map { lobbyState.roster.absence(of: $0) }
            let isMissing = zip(shown.players, absences).map { id, absence in
                gone.contains(id) || absence.map { $0.until <= now } == true
            }
            guard isMissing[0] != isMissing[1] else { return nil }
            let missing: Piece = isMissing[0] ? .circle : .cross
            let absence = absences[isMissing[0] ? 0 : 1]
            if absence?.isFinal == false { return .notBack(missing) }
            return match.hasBegun ? .left(by: missing) : nil
        }
    }

    package func name(of piece: Piece) -> String { piece == .circle ? circle : cross }
}
