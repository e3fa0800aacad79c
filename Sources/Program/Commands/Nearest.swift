internal import Wording

extension Collection<String> {
    /// The one that a mistyped word was probably meant to be.
    package func nearest(to word: String) -> String? {
        // No one mistypes that much, and the work grows with the square.
        guard word.count <= 40 else { return nil }
        let ranked = map { (text: $0, slips: $0.slips(to: word)) }
        guard let best = ranked.min(by: { $0.slips < $1.slips }) else { return nil }
        return best.slips <= Swift.max(1, best.text.count / 3) ? best.text : nil
    }
}

extension [String] {
    /// The word that was probably meant; or else `otherwise`, or else all that there are.
    func advice(for word: String, otherwise: String? = nil) -> String {
        nearest(to: word).map(AdviceWords.meant) ?? otherwise ?? AdviceWords.choices(self)
    }
}

extension String {
    /// How many letters were left out, put in, put for another, or swapped with their neighbour.
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
