/// A search for the elements that a shortest edit keeps, by the algorithm in Myers, "An O(ND)
/// Difference Algorithm and Its Variations" (1986).
///
/// Row d of `reach` has the furthest position in `old` after d removals and insertions, for each
/// diagonal. Entry i is for the diagonal old - new = 2 i - d.
struct ShortestEditSearch {
    /// The maximum number of removals and insertions in an edit. The size of `reach` grows with the
    /// square of this number.
    private static let longest = 1_000
    private static let unreachable = Int32.min / 2

    private var reach: [Int32] = []

    /// Returns the common stretches in order; nil if the edit is too long or the budget is used up.
    static func matches<Element: Equatable & BitwiseCopyable>(
        from old: Span<Element>, to new: Span<Element>, budget: inout Int
    ) -> [CommonStretch]? {
        var search = ShortestEditSearch()
        for length in 0...min(longest, old.count + new.count) {
            guard budget > 0 else { return nil }
            let last = search.appendRowReportingEnd(length, from: old, to: new, budget: &budget)
            if let last {
                return search.tracedBackMatches(length: length, last: last)
            }
        }
        return nil
    }

    /// Appends the next row. Returns the entry that reached both ends; nil if none did.
    private mutating func appendRowReportingEnd<Element: Equatable & BitwiseCopyable>(
        _ length: Int, from old: Span<Element>, to new: Span<Element>, budget: inout Int
    ) -> Int? {
        let above = reach.count - length
        for entry in 0...length {
            let start = startInOld(entry, length: length, above: above)
            let diagonal = 2 * entry - length
            guard start >= 0, start <= old.count, start - diagonal <= new.count else {
                reach.append(Self.unreachable)
                continue
            }
            let count = old.extracting(start...).commonPrefixLength(
                new.extracting((start - diagonal)...))
            budget -= 1 + count
            reach.append(Int32(start + count))
            if start + count == old.count, start + count - diagonal == new.count { return entry }
        }
        return nil
    }

    /// Returns the position in `old` where an entry starts: the further of two positions. The first
    /// follows a removal from the left neighbour in the row above, and the second an insertion from
    /// the right neighbour.
    private func startInOld(_ entry: Int, length: Int, above: Int) -> Int {
        guard length > 0 else { return 0 }
        let removal = entry > 0 ? reach[above + entry - 1] + 1 : Self.unreachable
        let insertion = entry < length ? reach[above + entry] : Self.unreachable
        return Int(max(removal, insertion))
    }

    private func tracedBackMatches(length: Int, last: Int) -> [CommonStretch] {
        var found: [CommonStretch] = []
        var entry = last
        for length in (0...length).reversed() {
            let row = length * (length + 1) / 2
            let above = row - length
            let start = startInOld(entry, length: length, above: above)
            let count = Int(reach[row + entry]) - start
            let diagonal = 2 * entry - length
            if count > 0 {
                found.append(CommonStretch(old: start, new: start - diagonal, count: count))
            }
            let isRemoval = entry > 0 && Int(reach[above + entry - 1]) + 1 == start
            if isRemoval { entry -= 1 }
        }
        return found.reversed()
    }
}

extension Span where Element: Equatable & BitwiseCopyable {
    func commonPrefixLength(_ other: Span<Element>) -> Int {
        var count = 0
        let limit = Swift.min(self.count, other.count)
        while count < limit, self[count] == other[count] { count += 1 }
        return count
    }
}
