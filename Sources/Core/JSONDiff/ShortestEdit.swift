/// A stretch that is the same in both of two sequences.
struct Match: Hashable {
    var old: Int
    var new: Int
    var count: Int
}

/// Finds what the shortest edit from one sequence to another keeps, as Myers describes it in
/// "An O(ND) Difference Algorithm and Its Variations" (1986).
///
/// Row d of `reach` says how far one gets in `old` with d removals and insertions, on each diagonal
/// that can be reached: its entry i is for the diagonal old - new = 2 i - d.
struct ShortestEdit {
    /// Longer edits are not looked for: the table grows with the square.
    private static let longest = 1_000
    private static let unreachable = Int32.min / 2

    private let old: ArraySlice<UInt32>
    private let new: ArraySlice<UInt32>
    private var reach: [Int32] = []

    init(from old: ArraySlice<UInt32>, to new: ArraySlice<UInt32>) {
        self.old = old
        self.new = new
    }

    /// The stretches that stay, in order; nil if the edit is too long or `budget` is used up.
    mutating func matches(budget: inout Int) -> [Match]? {
        for length in 0...min(Self.longest, old.count + new.count) {
            guard budget > 0 else { return nil }
            if let last = extend(length, budget: &budget) {
                return matches(length: length, last: last)
            }
        }
        return nil
    }

    /// Adds the next row, and says which of its entries arrived at both ends, if one did.
    private mutating func extend(_ length: Int, budget: inout Int) -> Int? {
        let above = reach.count - length
        for entry in 0...length {
            let start = length == 0 ? 0 : self.start(entry, length: length, above: above)
            let diagonal = 2 * entry - length
            var position = Int(start)
            guard position <= old.count, position - diagonal <= new.count, start >= 0 else {
                reach.append(Self.unreachable)
                continue
            }
            while position < old.count, position - diagonal < new.count,
                old[old.startIndex + position] == new[new.startIndex + position - diagonal]
            {
                position += 1
            }
            budget -= 1 + position - Int(start)
            reach.append(Int32(position))
            if position == old.count, position - diagonal == new.count { return entry }
        }
        return nil
    }

    /// Where an entry begins: one removal further than its left neighbour in the row above, or one
    /// insertion further than its right one.
    private func start(_ entry: Int, length: Int, above: Int) -> Int32 {
        let removal = entry > 0 ? reach[above + entry - 1] + 1 : Self.unreachable
        let insertion = entry < length ? reach[above + entry] : Self.unreachable
        return max(removal, insertion)
    }

    private func matches(length: Int, last: Int) -> [Match] {
        var found: [Match] = []
        var entry = last
        for length in (0...length).reversed() {
            let row = length * (length + 1) / 2
            let above = row - length
            let end = Int(reach[row + entry])
            let start = length == 0 ? 0 : Int(self.start(entry, length: length, above: above))
            if end > start {
                let shift = 2 * entry - length
                found.append(
                    Match(
                        old: old.startIndex + start, new: new.startIndex + start - shift,
                        count: end - start))
            }
            if entry == length || (entry > 0 && reach[above + entry - 1] + 1 > reach[above + entry])
            {
                entry -= 1
            }
        }
        return found.reversed()
    }
}
