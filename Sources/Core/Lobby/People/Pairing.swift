package import Game

/// Who is to play whom of those who wait: the first with the second, the third with the fourth.
///
/// Where more than two wait, nobody is put with whom they have just played if it can be helped.
/// That is decided within groups of four, the last of which takes up to three more, so that a pair
/// depends on its neighbours and not on the whole line.
package struct Pairing: Hashable, Sendable {
    /// Whom each played last.
    package var lastOpponents: [PlayerID: PlayerID] = [:]

    package init() {}

    /// The index of whom the person at `index` is paired with; nil if that person is left over.
    package func partner(
        of index: Int, in line: some RandomAccessCollection<PlayerID>
    ) -> Int? {
        let group = Self.group(of: index, outOf: line.count)
        let people = Array(line.dropFirst(group.lowerBound).prefix(group.count))
        let place = index - group.lowerBound
        let pair = pairs(in: people).first { $0.first == place || $0.second == place }
        return pair.map { group.lowerBound + ($0.first == place ? $0.second : $0.first) }
    }

    private static func group(of index: Int, outOf count: Int) -> Range<Int> {
        let last = max(count / 4 - 1, 0)
        let group = min(index / 4, last)
        return group * 4..<(group == last ? count : group * 4 + 4)
    }

    private func pairs(in people: [PlayerID]) -> [Pair] {
        let neighbours = stride(from: 1, to: people.count, by: 2).map { Pair($0 - 1, $0) }
        guard neighbours.contains(where: { isRepeat($0, in: people) }) else { return neighbours }
        return fewestRepeats(among: Array(people.indices), in: people).pairs
    }

    /// Of all ways to pair a few people, the first with the fewest repeats.
    private func fewestRepeats(
        among places: [Int], in people: [PlayerID]
    ) -> (pairs: [Pair], repeats: Int) {
        guard let first = places.first, places.count > 1 else { return ([], 0) }
        var best: (pairs: [Pair], repeats: Int)?
        for second in places.dropFirst() {
            let pair = Pair(first, second)
            var rest = fewestRepeats(among: places.filter { !pair.contains($0) }, in: people)
            rest.repeats += isRepeat(pair, in: people) ? 1 : 0
            if rest.repeats < best?.repeats ?? .max { best = ([pair] + rest.pairs, rest.repeats) }
        }
        guard let best, !places.count.isMultiple(of: 2), best.repeats > 0 else {
            return best ?? ([], 0)
        }
        let without = fewestRepeats(among: Array(places.dropFirst()), in: people)
        return without.repeats < best.repeats ? without : best
    }

    private func isRepeat(_ pair: Pair, in people: [PlayerID]) -> Bool {
        let (first, second) = (people[pair.first], people[pair.second])
        return lastOpponents[first] == second || lastOpponents[second] == first
    }
}

/// Two places in a line, the earlier one first.
private struct Pair {
    let first: Int
    let second: Int

    init(_ first: Int, _ second: Int) {
        self.first = first
        self.second = second
    }

    func contains(_ place: Int) -> Bool { place == first || place == second }
}
