internal import Game
internal import SimperiumClock

/// The referee's memory of invitations and answers: their times, which the objects do not contain.
///
/// It has no invitations from before the log was opened. They have expired.
struct InvitationHistory: Hashable, Sendable {
    private struct TimedInvitation: Hashable {
        let ask: MatchInvitation
        let since: ServerTime
    }

    /// The last question of each, even if it was withdrawn or answered since.
    private var last: [PlayerID: TimedInvitation] = [:]
    /// Until when each may not ask these again.
    private var pauses: [PlayerID: [PlayerID: ServerTime]] = [:]
    private var answered: Set<PlayerID> = []

    /// Records the changes of a Player.
    mutating func recordChanges(_ player: Player, since old: Player?, at stamp: ServerTime) {
        if let ask = player.asks, ask != old?.asks {
            last[player.id] = TimedInvitation(ask: ask, since: stamp)
            answered.remove(player.id)
        }
        guard let decline = player.declines, decline != old?.declines,
            let asked = last[decline.of]?.ask, asked.to == player.id,
            asked.number == decline.number
        else { return }
        answered.insert(decline.of)
        var others = pauses[decline.of, default: [:]].filter { $0.value > stamp }
        others[player.id] = stamp + MatchInvitation.pause(afterNo: decline.isFinal)
        pauses[decline.of] = others
    }

    /// A question has done its work when one of the two sits at a match.
    mutating func closeQuestions(_ players: [PlayerID]) {
        answered.formUnion(players.filter { last[$0] != nil })
    }

    /// Removes a player who left. A refusal stays in force if they return, or arrive from another
    /// hall.
    mutating func forget(_ player: PlayerID, at stamp: ServerTime) {
        last[player] = nil
        answered.remove(player)
        guard pauses.count > Self.fewPauses else { return }
        for (other, those) in pauses where those.values.allSatisfy({ $0 <= stamp }) {
            pauses[other] = nil
        }
    }

    /// The largest number of pauses before expired ones are removed.
    private static let fewPauses = 100

    /// Returns the foul of an invitation that comes too soon after an earlier one; nil if there is
    /// none.
    func flaw(in ask: MatchInvitation, by player: PlayerID, at stamp: ServerTime) -> Foul? {
        if let last = last[player] {
            guard ask.number != last.ask.number else { return .askedTwice }
            guard stamp - last.since >= MatchInvitation.pause else { return .askedTooSoon }
        }
        guard let until = pauses[player]?[ask.to], until > stamp else { return nil }
        return .askedAgain(ask.to)
    }

    /// True if a match may still answer this open invitation.
    func isOpen(_ ask: MatchInvitation, by player: PlayerID, at stamp: ServerTime) -> Bool {
        guard let last = last[player], last.ask == ask, !answered.contains(player) else {
            return false
        }
        return stamp - last.since <= MatchInvitation.patience + MatchInvitation.delay
    }
}
