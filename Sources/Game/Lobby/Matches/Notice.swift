package import Game
package import SimperiumClock
package import SimperiumWire

/// Something that a person should be told. Most of it another person did.
package enum Notice: Hashable, Sendable {
    case refused(RequestObstacle)
    /// The hub did not take what the program wrote.
    case notTaken(LobbyBucket, ChangeError)
    /// The name belongs to an account, and the person gets another one.
    case nameOwned(PlayerName, instead: PlayerName)
    case flawed(LobbyBucket, ObjectKey, ObjectFlaw)
    /// The server is of the first version, without the later rules.
    case olderServer
    case came(PlayerID)
    case left(PlayerID, name: String)

    /// A player invites us.
    case invited(PlayerID, name: String)
    /// They do not any more, or have waited for too long.
    case invitationOver(name: String)
    /// We invite a player.
    case asks(name: String)
    /// No other player is there, and an idle one is asked to press a key.
    case asksIdle(name: String)
    /// A player waits for a key of the idle person.
    case called(by: String)
    case askEnded(name: String, MatchInvitationEnd)
    /// A challenge came to nothing: another player was first, or the opponent has just left.
    case challengeFailed(name: String)
    case matchBegan(opponent: String, isOurs: Bool)
    /// The program was started again, and continues its match.
    case backInMatch(opponent: String)
    case matchEnded(opponent: String, MatchEnd)

    case moved(Square)
    case roundEnded(Outcome)
    case roundBegan(Int)
    case drawOffered
    case drawDeclined
    case drawWithdrawn
    /// The opponent asks to take back a move.
    case undoAsked
    case undoDeclined
    case undoWithdrawn
    /// A move was taken back: the round counts for no player.
    case undone
    case rematchWanted
    case rematchDeclined
    case rematchWithdrawn
    /// The opponent would like to play the next round by these terms.
    case wanted(MatchTerms)
    /// The program proposed these terms for the next round, because the person looked for them.
    case proposed(MatchTerms)
    /// The opponent said so.
    case said(Phrase)
    case opponentAway(Absence)
    /// The opponent, whose move it is, has pressed no key for a minute.
    case opponentIdle
    /// The same of the person.
    case idle
    case opponentBack
    /// So many seconds are left for the own move. Of use to who sees no clock.
    case timeLeft(Int)
    /// The opponent's program broke the rules. The board stays as it was.
    case doubtful(ObjectFlaw)
    case trusted

    /// The match on show is another one now, or none.
    case shows(ObjectKey?)
    /// The match that was on show is over.
    case watchedEnded(WatchedEnd)
    /// The person who was followed has left.
    case lostSight
}

/// The end of our invitation without a match.
package enum MatchInvitationEnd: Hashable, Sendable {
    case withdrawn
    case expired
    /// They want no match now.
    case later
    /// They want no match.
    case no
    /// They want no invitations.
    case busy
    case playing
    case gone
    /// The hub did not take it.
    case refused
}

/// The end of a match that the person watched.
package struct WatchedEnd: Hashable, Sendable {
    package let circle: String
    package let cross: String
    /// The result of a round that was in play; nil if there was none, or the result is not known.
    package let outcome: Outcome?

    /// A match as it was last, in the lobby as it was then; and who of the two has left with it.
    package init(
        of shown: LobbyMatch, in lobbyState: LobbyState, without gone: Set<PlayerID>,
        at now: Instant
    ) {
        circle = lobbyState.roster.name(of: shown.circle)
        cross = lobbyState.roster.name(of: shown.cross)
        outcome = shown.match.flatMap { match in
            if case .left = match.outcome { return match.outcome }
            guard match.outcome == nil else { return nil }
            let absences = shown.players.map { lobbyState.roster.absence(of: $0) }
            let isMissing = zip(shown.players, absences).map { id, absence in
                gone.contains(id) || absence.map { $0.until <= now } == true
            }
            guard isMissing[0] != isMissing[1] else { return nil }
            let missing: Piece = isMissing[0] ? .circle : .cross
            let absence = absences[isMissing[0] ? 0 : 1]
            if absence?.isForGood == false { return .notBack(missing) }
            return match.hasBegun ? .left(by: missing) : nil
        }
    }

    package func name(of piece: Piece) -> String { piece == .circle ? circle : cross }
}
