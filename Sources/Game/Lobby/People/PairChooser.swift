package import Game
package import SimperiumClock

/// The choice of pairs among waiting players: usually the first with the second, the third with the
/// fourth, and so on.
///
/// If more than two players wait, some pairs are avoided if possible: two players who have just
/// played each other, and two players after one has declined the other. Each group of four players
/// is paired separately; the last group has up to seven. So a pair depends only on the players of
/// its group, not on all waiting players.
package struct PairChooser: Hashable, Sendable {
    package var lastOpponents: [PlayerID: PlayerID] = [:]

    /// The players to keep apart from each player, each with the time when the two may be paired
    /// again.
    private var avoided: [PlayerID: [PlayerID: Instant]] = [:]
    /// The maximum number of players to keep apart from one player. Further players are not kept
    /// apart.
    private static let mostAvoided = 100

    package init() {}

    /// Keeps two players apart for ten minutes, if possible.
    package mutating func keepApart(_ one: PlayerID, _ other: PlayerID, at now: Instant) {
        for (one, other) in [(one, other), (other, one)] {
            var others = avoided[one, default: [:]].filter { $0.value > now }
            guard others.count < Self.mostAvoided || others[other] != nil else { continue }
            others[other] = now + MatchInvitation.pauseAfterNo
            avoided[one] = others
        }
    }

    /// Returns true if two players are kept apart. They are still paired if there is no other
    /// partner.
    package func keepsApart(_ one: PlayerID, _ other: PlayerID, at now: Instant) -> Bool {
        guard let until = avoided[one]?[other] else { return false }
        return until > now
    }

    mutating func forget(_ player: PlayerID) {
        lastOpponents[player] = nil
        for other in (avoided.removeValue(forKey: player) ?? [:]).keys {
            avoided[other]?[player] = nil
            if avoided[other]?.isEmpty == true { avoided[other] = nil }
        }
    }

    /// Returns the index of the partner of the player at `index`; nil if the player has no partner.
    package func partner(
        of index: Int, in people: some RandomAccessCollection<PlayerID>, at now: Instant
    ) -> Int? {
        let group = Self.group(of: index, outOf: people.count)
        let members = Array(people.dropFirst(group.lowerBound).prefix(group.count))
        let member = index - group.lowerBound
        let pair = pairsWithFewestRepeats(in: members, at: now).first {
            $0.first == member || $0.second == member
        }
        return pair.map { group.lowerBound + ($0.first == member ? $0.second : $0.first) }
    }

    private static func group(of index: Int, outOf count: Int) -> Range<Int> {
        let last = max(count / 4 - 1, 0)
        let group = min(index / 4, last)
        return group * 4..<(group == last ? count : group * 4 + 4)
    }

    private func pairsWithFewestRepeats(in people: [PlayerID], at now: Instant) -> [IndexPair] {
        let neighbours = stride(from: 1, to: people.count, by: 2).map { IndexPair($0 - 1, $0) }
        guard neighbours.contains(where: { isRepeatOrKeptApart($0, in: people, at: now) }) else {
            return neighbours
        }
        return pairingWithFewestRepeats(among: Array(people.indices), in: people, at: now).pairs
    }

    /// Returns a pairing of one group with the fewest pairs to avoid, and the number of those.
    private func pairingWithFewestRepeats(
        among indexes: [Int], in people: [PlayerID], at now: Instant
    ) -> (pairs: [IndexPair], repeats: Int) {
        guard let first = indexes.first, indexes.count > 1 else { return ([], 0) }
        var best: (pairs: [IndexPair], repeats: Int)?
        for second in indexes.dropFirst() {
            let pair = IndexPair(first, second)
            let others = indexes.filter { !pair.contains($0) }
            var rest = pairingWithFewestRepeats(among: others, in: people, at: now)
            rest.repeats += isRepeatOrKeptApart(pair, in: people, at: now) ? 1 : 0
            if rest.repeats < best?.repeats ?? .max { best = ([pair] + rest.pairs, rest.repeats) }
        }
        guard let best, !indexes.count.isMultiple(of: 2), best.repeats > 0 else {
            return best ?? ([], 0)
        }
        let without = pairingWithFewestRepeats(
            among: Array(indexes.dropFirst()), in: people, at: now)
        return without.repeats < best.repeats ? without : best
    }

    private func isRepeatOrKeptApart(
        _ pair: IndexPair, in people: [PlayerID], at now: Instant
    ) -> Bool {
        let (first, second) = (people[pair.first], people[pair.second])
        return lastOpponents[first] == second || lastOpponents[second] == first
            || keepsApart(first, second, at: now)
    }
}

/// The indexes of two waiting players.
private struct IndexPair {
    let first: Int
    let second: Int

    init(_ first: Int, _ second: Int) {
        self.first = first
        self.second = second
    }

    func contains(_ index: Int) -> Bool { index == first || index == second }
}
