internal import Game
internal import SimperiumClock

/// The referee's memory of invitations and answers, with their times. The objects do not contain
/// these times.
///
/// Invitations from before the log was opened are missing, because they have expired.
struct InvitationHistory: Hashable, Sendable {
    private struct TimedInvitation: Hashable {
        let ask: MatchInvitation
        let since: ServerTime
        var isAnswered = false
    }

    /// The last invitation that each player has sent, even if it has been withdrawn or answered.
    private var last: [PlayerID: TimedInvitation] = [:]
    /// The earliest time when each player may invite another player again: first by the id of the
    /// inviting player, then by that of the invited player.
    private var pauses: [PlayerID: [PlayerID: ServerTime]] = [:]

    /// Records the new invitation and the new refusal of a changed Player, if there are any.
    /// Ignores a refusal that does not answer the last invitation of the other player.
    mutating func recordInvitationAndDecline(
        _ player: Player, since old: Player?, at stamp: ServerTime
    ) {
        if let ask = player.asks, ask != old?.asks {
            last[player.id] = TimedInvitation(ask: ask, since: stamp)
        }
        guard let decline = player.declines, decline != old?.declines,
            let asked = last[decline.of]?.ask, asked.to == player.id,
            asked.number == decline.number
        else { return }
        last[decline.of]?.isAnswered = true
        var others = pauses[decline.of, default: [:]].filter { $0.value > stamp }
        others[player.id] = stamp + MatchInvitation.pauseAfterRefusal(isFinal: decline.isFinal)
        pauses[decline.of] = others
    }

    mutating func closeInvitationsOfSeated(_ players: [PlayerID]) {
        for player in players { last[player]?.isAnswered = true }
    }

    /// Forgets the invitation of a player who left. Refusals are kept, because the player may
    /// return, or may arrive from another hall.
    mutating func forgetInvitationKeepingPauses(_ player: PlayerID, at stamp: ServerTime) {
        last[player] = nil
        guard pauses.count > Self.fewPauses else { return }
        for (other, those) in pauses where those.values.allSatisfy({ $0 <= stamp }) {
            pauses[other] = nil
        }
    }

    /// The maximum size of `pauses` before expired pauses are removed.
    private static let fewPauses = 100

    /// Returns the foul of an invitation that repeats the number of the last one, or comes too
    /// soon; nil if there is none.
    func invitedTooSoonFoul(in ask: MatchInvitation, by player: PlayerID, at stamp: ServerTime)
        -> Foul?
    {
        if let last = last[player] {
            guard ask.number != last.ask.number else { return .askedTwice }
            guard stamp - last.since >= MatchInvitation.pause else { return .askedTooSoon }
        }
        guard let until = pauses[player]?[ask.to], until > stamp else { return nil }
        return .askedAgain(ask.to)
    }

    /// Returns true if an invitation is still open, so that a match may follow from it.
    func isOpen(_ ask: MatchInvitation, by player: PlayerID, at stamp: ServerTime) -> Bool {
        guard let last = last[player], last.ask == ask, !last.isAnswered else { return false }
        return stamp - last.since <= MatchInvitation.patience + MatchInvitation.delay
    }
}
