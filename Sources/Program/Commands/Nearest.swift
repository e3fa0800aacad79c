internal import Wording

extension Collection<String> {
    /// Returns the element most similar to a mistyped word, or nil if none is similar enough.
    package func nearest(to word: String) -> String? {
        // A typing mistake is not that long, and the work grows with the square.
        guard word.count <= 40 else { return nil }
        let similar = map { (text: $0, slips: $0.slips(to: word)) }
            .filter { $0.slips <= Swift.max(1, $0.text.count / 3) }
        return similar.min { $0.slips < $1.slips }?.text
    }
}

extension [String] {
    /// Returns advice with the most similar word, otherwise `otherwise`, otherwise all words.
    func advice(for word: String, otherwise: String? = nil) -> String {
        nearest(to: word).map(AdviceWords.meant) ?? otherwise ?? AdviceWords.choices(self)
    }
}

extension String {
    /// Returns the number of letters that are missing, added, replaced or swapped.
    fileprivate func slips(to other: String) -> Int {
        let (old, new) = (Array(self), Array(other))
        var beforeLast: [Int] = []
        var last = Array(0...new.count)
        for row in 0..<old.count {
            var next = [row + 1]
            for column in 0..<new.count {
                var slips = Swift.min(last[column + 1], next[column]) + 1
                slips = Swift.min(slips, last[column] + (old[row] == new[column] ? 0 : 1))
                if row > 0, column > 0, old[row] == new[column - 1], old[row - 1] == new[column] {
                    slips = Swift.min(slips, beforeLast[column - 1] + 1)
                }
                next.append(slips)
            }
            (beforeLast, last) = (last, next)
        }
        return last[new.count]
    }
}
