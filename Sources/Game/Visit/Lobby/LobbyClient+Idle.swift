package import Game
internal import Lobby
package import SimperiumClock

/// A player's request to the idle user to press a key, because the player waits for the user.
package struct WakeCall: Hashable, Sendable {
    package static let patience = Duration.seconds(10)

    package let from: PlayerID
    package let name: String
    package let until: Instant
}

/// Idleness of the user. The front end reports each key press. If a front end reports no keys, the
/// user is never idle.
///
/// An idle user is not paired. A player who finds no other opponent sends a wake call: an
/// invitation that does not end that player's search. A key press makes the user active again, and
/// pairing starts the match.
extension LobbyClient {
    /// The time without a key until the user is idle, in minutes.
    private static let minutes = 2
    /// The time without a key until a user who must move may lose the round.
    private static let thinkingTime = Duration.seconds(60)

    /// The wake call that the user has received; nil if there is none. In a match, it is the
    /// opponent's, and the program leaves the match when the call expires.
    package var wakeCall: WakeCall? { invitations.receivedWakeCall }

    /// Records a key press. Returns true if the key press answers a wake call. The key must then
    /// have no other effect.
    package mutating func recordKeyPressOrWakeAnswer(at now: Instant) -> Bool {
        let isAnswer = wakeCall != nil
        lastKey = now
        guard isAnswer || player?.idle != nil || isReportedIdle else { return false }
        invitations.receivedWakeCall = nil
        changePlayer { $0.idle = nil }
        writeIdleFlag(false, at: now)
        updateAndWriteEdits(at: now)
        performEventConsequences(at: now)
        return isAnswer
    }

    /// True if the Match contains the user's idle flag, so that the opponent can claim the round.
    private var isReportedIdle: Bool {
        guard let own else { return false }
        return match?.record?.isIdle(own.piece) == true
    }

    /// The next time to report the user's idleness, or the end of a wake call in the match; nil if
    /// neither can become due.
    var idleDue: Instant? {
        guard let lastKey, isEntered, lobbyState.isComplete, let player else { return nil }
        guard isInMatch else {
            guard lobbyState.hasWishes, player.idle != Player.idleMinutes.upperBound else {
                return nil
            }
            return lastKey + .seconds(60 * (player.idle.map { $0 * 2 } ?? Self.minutes))
        }
        if let wakeCall { return wakeCall.until }
        guard mayBeReportedIdle, !isReportedIdle, let match, isOurTurn else { return nil }
        let start = match.movedAt ?? lobbyState.onlineSince ?? lastKey
        return max(lastKey, start) + Self.thinkingTime
    }

    /// True if both programs and the server support idle players, and the match has no clock. The
    /// rules for idle players and for undo came with the same version.
    private var mayBeReportedIdle: Bool { knowsUndo && match?.limit == nil }

    /// Reports idleness that is due. Leaves the match if a wake call in it has expired.
    mutating func reportDueIdlenessOrLeave(at now: Instant) {
        guard let due = idleDue, due <= now, let lastKey else { return }
        if own == nil {
            let minutes = (now - lastKey).wholeSeconds / 60
            changePlayer { $0.idle = min(minutes, Player.idleMinutes.upperBound) }
        } else if wakeCall != nil {
            setModeEndingCode(.open)
            leaveMatch(matchEndIfLeaving(at: now), at: now)
        } else {
            writeIdleFlag(true, at: now)
            notify(.idle)
        }
    }

    private mutating func writeIdleFlag(_ isIdle: Bool, at now: Instant) {
        guard let own, isReportedIdle != isIdle, var record = match?.currentRecord else { return }
        record.setIdle(isIdle, own.piece)
        writeMatch(record, at: now)
    }
}

extension LobbyClient {
    /// Sends a wake call to an idle player, if the search found no other opponent.
    mutating func sendWakeCallIfPossible(at now: Instant) {
        guard lobbyState.hasWishes, invitations.asking == nil, let player else { return }
        let invitations = invitations
        let id = matchmaker.chooseIdlePlayerToWake(
            in: lobbyState, notBefore: invitations.restsUntil,
            mayNotBeAsked: { invitations.areInvitationsPaused(to: $0, at: now) }, at: now)
        guard let id, let terms = lobbyState.roster[id].flatMap(player.pairingTerms) else { return }
        let name = lobbyState.roster.shownName(of: id)
        let ask = self.invitations.makeSentInvitation(
            to: id, name: name, by: terms, from: .search, &random, at: now)
        changePlayer { $0.asks = ask }
        notify(.asksIdle(name: name))
    }

    /// Returns true if the player who was sent a wake call may still become the opponent.
    ///
    /// The call stays open until the match begins, also after that player's key press. To end it,
    /// the client would have to change the user's Player. That would move the Player behind the
    /// opponent's in the roster, and both programs would start a match.
    func isWakeCallOpen(_ asking: Invitations.SentInvitation, at now: Instant) -> Bool {
        guard let player, let other = lobbyState.roster[asking.opponent] else { return false }
        return asking.until > now && player.pairingTerms(with: other) != nil
            && lobbyState.invitationObstacle(to: asking.opponent) == nil
    }

    /// Handles an invitation as a wake call if both players look for any opponent. In that case
    /// returns true, because pairing starts the match. Asks the user for a key press only if the
    /// user is idle and has not blocked the player.
    mutating func handleIfWakeCall(from id: PlayerID, at now: Instant) -> Bool {
        guard let player, let other = lobbyState.roster[id],
            player.pairingTerms(with: other) != nil
        else { return false }
        guard player.idle != nil, !matchmaker.isBlocked(id, in: lobbyState) else { return true }
        requestKeyPress(by: id, at: now)
        return true
    }

    /// Ends the received wake call if it has expired, or if its sender has withdrawn it or can't
    /// play now. Also ends it if the user no longer looks for an opponent.
    mutating func endReceivedWakeCallIfOver(at now: Instant) {
        guard let call = invitations.receivedWakeCall else { return }
        let isOpen =
            call.until > now && lobbyState.roster[call.from]?.asks?.to == me
            && lobbyState.invitationObstacle(to: call.from) == nil && player?.mode.isLooking == true
        if !isOpen { invitations.receivedWakeCall = nil }
    }

    /// Ends the received wake call. Asks the user for a key press if the user was idle when another
    /// program started a match because of the search.
    mutating func requestKeyPressIfIdle(at now: Instant) {
        invitations.receivedWakeCall = nil
        // A user who shows a code expects a friend.
        guard hasSearched, player?.idle != nil, let opponent = own?.opponent else { return }
        requestKeyPress(by: opponent, at: now)
    }

    /// Notifies the user that a player waits for a key press, and starts the time limit.
    private mutating func requestKeyPress(by id: PlayerID, at now: Instant) {
        let name = lobbyState.roster.shownName(of: id)
        invitations.receivedWakeCall = WakeCall(
            from: id, name: name, until: now + WakeCall.patience)
        notify(.called(by: name))
    }
}
