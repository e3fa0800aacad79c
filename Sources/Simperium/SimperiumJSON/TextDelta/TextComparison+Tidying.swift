extension TextComparison {
    /// Joins neighbouring changes if the match between them is at most three bytes of letters, and
    /// no longer than either change. Letters that two different words share mean nothing.
    mutating func joinAcrossShortMatches() {
        var joined: [Hunk] = []
        for hunk in hunks {
            joined.append(hunk)
            while joined.count > 1 {
                let (before, after) = (joined[joined.count - 2], joined[joined.count - 1])
                let match = before.old.upperBound..<after.old.lowerBound
                guard match.count <= min(before.size, after.size, 3),
                    old[match].allSatisfy(\.isLetter)
                else { break }
                joined.removeLast(2)
                joined.append(
                    Hunk(
                        old: before.old.lowerBound..<after.old.upperBound,
                        new: before.new.lowerBound..<after.new.upperBound))
            }
        }
        hunks = joined
    }

    /// Moves each pure insertion or removal to the best border, such as the start of a word, where
    /// its effect is the same.
    mutating func slideToBorders() {
        for index in hunks.indices {
            let hunk = hunks[index]
            guard hunk.old.isEmpty != hunk.new.isEmpty else { continue }
            let before = index > 0 ? hunks[index - 1].old.upperBound : 0
            let after = index + 1 < hunks.count ? hunks[index + 1].old.lowerBound : old.count
            let isRemoval = hunk.new.isEmpty
            let shift = bestShift(
                of: isRemoval ? hunk.old : hunk.new, in: isRemoval ? old : new,
                left: hunk.old.lowerBound - before, right: after - hunk.old.upperBound)
            hunks[index] = Hunk(old: hunk.old.shifted(by: shift), new: hunk.new.shifted(by: shift))
        }
    }

    /// Returns the distance from `range` to its best position. The text without the range is the
    /// same for all positions. `left` and `right` are limits.
    private func bestShift(
        of range: Range<Int>, in text: [UInt8], left: Int, right: Int
    ) -> Int {
        let (start, end) = (range.lowerBound, range.upperBound)
        var lowest = 0
        while lowest > -left, text[start + lowest - 1] == text[end + lowest - 1] { lowest -= 1 }
        var highest = 0
        while highest < right, text[start + highest] == text[end + highest] { highest += 1 }
        let weights = (lowest...highest).map { shift in
            text.borderWeight(at: start + shift) + text.borderWeight(at: end + shift)
        }
        // The last of the best borders, because a space belongs to the word before it.
        return weights.max().flatMap { weights.lastIndex(of: $0) }.map { lowest + $0 } ?? 0
    }
}

extension Range<Int> {
    fileprivate func shifted(by shift: Int) -> Range<Int> {
        (lowerBound + shift)..<(upperBound + shift)
    }
}
