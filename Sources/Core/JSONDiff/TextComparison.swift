/// A stretch of one text that stands in the place of a stretch of another.
struct Hunk: Hashable {
    var old: Range<Int>
    var new: Range<Int>

    /// How much it changes: what must be more than chance to interrupt it.
    var size: Int { max(old.count, new.count) }
}

/// Finds where two texts differ, in as little as can be found with bounded work.
///
/// It looks for the shortest edit by characters. Where that is too long it matches whole lines first,
/// then whole words, and compares what is between them; what is too long even then is replaced.
struct TextComparison {
    private enum Grain: CaseIterable {
        case line
        case word
    }

    let old: [UInt32]
    let new: [UInt32]
    private(set) var hunks: [Hunk] = []
    /// Steps that may be taken yet, so that no pair of texts takes long.
    private var budget: Int

    init(_ old: JSONString, _ new: JSONString) {
        self.old = old.scalars
        self.new = new.scalars
        budget = 4_000_000 + 2 * (self.old.count + self.new.count)
        compare(Hunk(old: self.old.indices, new: self.new.indices), by: Grain.allCases[...])
        joinAcrossChance()
        slideToBorders()
    }

    private mutating func compare(_ whole: Hunk, by grains: ArraySlice<Grain>) {
        let hunk = trimmed(whole)
        guard !hunk.old.isEmpty, !hunk.new.isEmpty else {
            if hunk.size > 0 { hunks.append(hunk) }
            return
        }
        var search = ShortestEdit(from: old[hunk.old], to: new[hunk.new])
        if let matches = search.matches(budget: &budget) {
            hunks += gaps(in: hunk, between: matches)
        } else if let grain = grains.first, let matches = matches(in: hunk, by: grain) {
            for gap in gaps(in: hunk, between: matches) { compare(gap, by: grains.dropFirst()) }
        } else {
            hunks.append(hunk)
        }
    }

    /// Without what both texts begin and end with.
    private func trimmed(_ hunk: Hunk) -> Hunk {
        var (old, new) = (hunk.old, hunk.new)
        while let first = old.first, let other = new.first, self.old[first] == self.new[other] {
            old.removeFirst()
            new.removeFirst()
        }
        while let last = old.last, let other = new.last, self.old[last] == self.new[other] {
            old.removeLast()
            new.removeLast()
        }
        return Hunk(old: old, new: new)
    }

    private func gaps(in hunk: Hunk, between matches: [Match]) -> [Hunk] {
        var gaps: [Hunk] = []
        var old = hunk.old.lowerBound
        var new = hunk.new.lowerBound
        let end = Match(old: hunk.old.upperBound, new: hunk.new.upperBound, count: 0)
        for match in matches + [end] {
            let gap = Hunk(old: old..<match.old, new: new..<match.new)
            if gap.size > 0 { gaps.append(gap) }
            old = match.old + match.count
            new = match.new + match.count
        }
        return gaps
    }

    /// The lines or words that stay, as matches of characters.
    private mutating func matches(in hunk: Hunk, by grain: Grain) -> [Match]? {
        budget -= hunk.old.count + hunk.new.count
        var names = TokenNames()
        let oldTokens = tokens(of: old, in: hunk.old, by: grain)
        let newTokens = tokens(of: new, in: hunk.new, by: grain)
        let oldNames = oldTokens.map { names.name(of: old[$0]) }
        let newNames = newTokens.map { names.name(of: new[$0]) }
        var search = ShortestEdit(from: oldNames[...], to: newNames[...])
        return search.matches(budget: &budget)?.map { match in
            let stretch = oldTokens[match.old..<(match.old + match.count)]
            return Match(
                old: oldTokens[match.old].lowerBound, new: newTokens[match.new].lowerBound,
                count: stretch.reduce(0) { $0 + $1.count })
        }
    }

    private func tokens(
        of text: [UInt32], in range: Range<Int>, by grain: Grain
    ) -> [Range<Int>] {
        var tokens: [Range<Int>] = []
        var start = range.lowerBound
        for end in range.dropFirst() where isBorder(text, end, of: grain) {
            tokens.append(start..<end)
            start = end
        }
        return tokens + [start..<range.upperBound]
    }

    private func isBorder(_ text: [UInt32], _ index: Int, of grain: Grain) -> Bool {
        switch grain {
        case .line: text[index - 1].isLineBreak
        case .word: !(text[index - 1].isWordPart && text[index].isWordPart)
        }
    }
}

extension TextComparison {
    /// Joins changes that only a match no longer than each of them keeps apart: of two words
    /// in each other's place the letters that they share mean nothing.
    private mutating func joinAcrossChance() {
        var joined: [Hunk] = []
        for hunk in hunks {
            joined.append(hunk)
            while joined.count > 1 {
                let (before, after) = (joined[joined.count - 2], joined[joined.count - 1])
                let match = after.old.lowerBound - before.old.upperBound
                guard match <= min(before.size, after.size, 3) else { break }
                joined.removeLast(2)
                joined.append(
                    Hunk(
                        old: before.old.lowerBound..<after.old.upperBound,
                        new: before.new.lowerBound..<after.new.upperBound))
            }
        }
        hunks = joined
    }

    /// Moves each pure insertion and removal to where a person would have made it.
    private mutating func slideToBorders() {
        for place in hunks.indices {
            let before = place > 0 ? hunks[place - 1].old.upperBound : 0
            let after = place + 1 < hunks.count ? hunks[place + 1].old.lowerBound : old.count
            let hunk = hunks[place]
            guard hunk.old.isEmpty != hunk.new.isEmpty else { continue }
            let isRemoval = hunk.new.isEmpty
            let shift = bestShift(
                of: isRemoval ? hunk.old : hunk.new, in: isRemoval ? old : new,
                left: hunk.old.lowerBound - before, right: after - hunk.old.upperBound)
            hunks[place] = Hunk(old: hunk.old.shifted(by: shift), new: hunk.new.shifted(by: shift))
        }
    }

    /// By how much to move `range`, so that the text without it stays what it is.
    private func bestShift(
        of range: Range<Int>, in text: [UInt32], left: Int, right: Int
    ) -> Int {
        var lowest = 0
        while lowest > -left, text[range.lowerBound + lowest - 1] == text[range.upperBound + lowest - 1]
        {
            lowest -= 1
        }
        var highest = 0
        while highest < right, text[range.lowerBound + highest] == text[range.upperBound + highest] {
            highest += 1
        }
        let weights = (lowest...highest).map { shift in
            text.borderWeight(at: range.lowerBound + shift)
                + text.borderWeight(at: range.upperBound + shift)
        }
        // The last of the best: a space belongs to the word before it.
        let best = weights.max() ?? 0
        return lowest + (weights.lastIndex(of: best) ?? 0)
    }
}

extension Range<Int> {
    fileprivate func shifted(by shift: Int) -> Range<Int> {
        (lowerBound + shift)..<(upperBound + shift)
    }
}
