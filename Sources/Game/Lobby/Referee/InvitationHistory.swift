internal import Game
internal import SimperiumClock

/// The referee's memory of invitations and answers, with their times, which objects do not contain.
///
/// It lacks invitations from before the log was opened, because they have expired.
struct InvitationHistory: Hashable, Sendable {
    private struct TimedInvitation: Hashable {
        let ask: MatchInvitation
        let since: ServerTime
    }

    /// The last invitation of each player, even if it was withdrawn or answered since.
    private var last: [PlayerID: TimedInvitation] = [:]
    /// The earliest time when each player may invite these others again.
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

    /// Closes the invitations of players who were seated.
    mutating func closeInvitations(_ players: [PlayerID]) {
        answered.formUnion(players.filter { last[$0] != nil })
    }

    /// Removes a player who left. A refusal stays valid if they return, or arrive from another
    /// hall.
    mutating func forget(_ player: PlayerID, at stamp: ServerTime) {
        last[player] = nil
        answered.remove(player)
        guard pauses.count > Self.fewPauses else { return }
        for (other, those) in pauses where those.values.allSatisfy({ $0 <= stamp }) {
            pauses[other] = nil
        }
    }

    /// The number of pauses that is tolerated before expired ones are removed.
    private static let fewPauses = 100

    /// Returns the foul of an invitation that follows an earlier one too soon; nil if there is
    /// none.
    func repetitionFoul(in ask: MatchInvitation, by player: PlayerID, at stamp: ServerTime) -> Foul?
    {
        if let last = last[player] {
            guard ask.number != last.ask.number else { return .askedTwice }
            guard stamp - last.since >= MatchInvitation.pause else { return .askedTooSoon }
        }
        guard let until = pauses[player]?[ask.to], until > stamp else { return nil }
        return .askedAgain(ask.to)
    }

    /// Returns true if a match may still answer this open invitation.
    func isOpen(_ ask: MatchInvitation, by player: PlayerID, at stamp: ServerTime) -> Bool {
        guard let last = last[player], last.ask == ask, !answered.contains(player) else {
            return false
        }
        return stamp - last.since <= MatchInvitation.patience + MatchInvitation.delay
    }
}
