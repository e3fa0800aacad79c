internal import Game
internal import SimperiumClock

/// What a referee remembers of questions and answers: when they came, which the objects do not say.
///
/// Of questions that were there before the log was opened it knows nothing. They have lapsed.
struct AskBook: Hashable, Sendable {
    private struct Standing: Hashable {
        let ask: Ask
        let since: Stamp
    }

    /// The last question of each, even if it was withdrawn or answered since.
    private var last: [PlayerID: Standing] = [:]
    /// Until when each may not ask these again.
    private var pauses: [PlayerID: [PlayerID: Stamp]] = [:]
    private var answered: Set<PlayerID> = []

    /// Takes note of what is new about a Player.
    mutating func note(_ player: Player, since old: Player?, at stamp: Stamp) {
        if let ask = player.asks, ask != old?.asks {
            last[player.id] = Standing(ask: ask, since: stamp)
            answered.remove(player.id)
        }
        guard let decline = player.declines, decline != old?.declines,
            let asked = last[decline.of]?.ask, asked.to == player.id,
            asked.number == decline.number
        else { return }
        answered.insert(decline.of)
        var others = pauses[decline.of, default: [:]].filter { $0.value > stamp }
        others[player.id] = stamp + Ask.pause(afterNo: decline.isFinal)
        pauses[decline.of] = others
    }

    /// A question has done its work when one of the two sits at a match.
    mutating func settle(_ players: [PlayerID]) {
        answered.formUnion(players.filter { last[$0] != nil })
    }

    /// Somebody is gone. Who has been told no has been told so all the same if they come back, or
    /// come here from another hall.
    mutating func forget(_ player: PlayerID, at stamp: Stamp) {
        last[player] = nil
        answered.remove(player)
        guard pauses.count > Self.fewPauses else { return }
        for (other, those) in pauses where those.values.allSatisfy({ $0 <= stamp }) {
            pauses[other] = nil
        }
    }

    /// Up to so many people nobody looks for pauses that are over.
    private static let fewPauses = 100

    /// Whether a player may ask this now, as far as it depends on what was asked before.
    func flaw(in ask: Ask, by player: PlayerID, at stamp: Stamp) -> Foul? {
        if let last = last[player] {
            guard ask.number != last.ask.number else { return .askedTwice }
            guard stamp - last.since >= Ask.pause else { return .askedTooSoon }
        }
        guard let until = pauses[player]?[ask.to], until > stamp else { return nil }
        return .askedAgain(ask.to)
    }

    /// Whether a question that stands still may be answered by a match.
    func stands(_ ask: Ask, by player: PlayerID, at stamp: Stamp) -> Bool {
        guard let last = last[player], last.ask == ask, !answered.contains(player) else {
            return false
        }
        return stamp - last.since <= Ask.patience + Ask.delay
    }
}
