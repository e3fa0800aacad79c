/// A stretch of one text that replaces a stretch of another.
struct Hunk: Hashable {
    var old: Range<Int>
    var new: Range<Int>

    /// How much it changes: what must be more than chance to interrupt it.
    var size: Int { max(old.count, new.count) }
}

/// Finds where two texts in UTF-8 differ, in as little as can be found with bounded work.
///
/// It looks for the shortest edit by characters. Where that is too long it matches whole lines
/// first, then whole words, and compares what is between them; what is too long even then is
/// replaced. No hunk cuts a character.
struct TextComparison {
    let old: [UInt8]
    let new: [UInt8]
    var hunks: [Hunk] = []
    /// Steps that may be taken yet: so many for each byte that no texts take long.
    private var budget: Int

    init(_ old: [UInt8], _ new: [UInt8]) {
        self.old = old
        self.new = new
        budget = 4_096 + 16 * (old.count + new.count)
        compare(
            Hunk(old: old.indices, new: new.indices),
            by: [.character, .line, .character, .word, .character])
        joinAcrossChance()
        slideToBorders()
    }

    private mutating func compare(_ whole: Hunk, by grains: ArraySlice<TextGrain>) {
        let hunk = trimmed(whole)
        guard !hunk.old.isEmpty, !hunk.new.isEmpty, let grain = grains.first else {
            if hunk.size > 0 { hunks.append(hunk) }
            return
        }
        switch (grain, matches(in: hunk, by: grain)) {
        case (.character, let matches?): hunks += gaps(in: hunk, between: matches)
        case (_, let matches?) where !matches.isEmpty:
            for gap in gaps(in: hunk, between: matches) { compare(gap, by: grains.dropFirst()) }
        default:
            // What is too much by characters stays so until it is divided.
            compare(hunk, by: grains.dropFirst().drop { $0 == .character })
        }
    }

    /// Without the characters that both stretches begin and end with.
    private func trimmed(_ hunk: Hunk) -> Hunk {
        let old = old.span.extracting(hunk.old)
        let new = new.span.extracting(hunk.new)
        var start = old.countOfEqual(new)
        while !old.isCharacterStart(start) || !new.isCharacterStart(start) { start -= 1 }
        var end = old.extracting(start...).countOfEqualAtEnd(new.extracting(start...))
        while !old.isCharacterStart(old.count - end) { end -= 1 }
        return Hunk(
            old: (hunk.old.lowerBound + start)..<(hunk.old.upperBound - end),
            new: (hunk.new.lowerBound + start)..<(hunk.new.upperBound - end))
    }

    private func gaps(in hunk: Hunk, between matches: [CommonStretch]) -> [Hunk] {
        var gaps: [Hunk] = []
        var old = hunk.old.lowerBound
        var new = hunk.new.lowerBound
        let end = CommonStretch(old: hunk.old.upperBound, new: hunk.new.upperBound, count: 0)
        for match in matches + [end] {
            let gap = Hunk(old: old..<match.old, new: new..<match.new)
            if gap.size > 0 { gaps.append(gap) }
            old = match.old + match.count
            new = match.new + match.count
        }
        return gaps
    }

    /// The characters, lines or words that stay, as matches of bytes.
    private mutating func matches(in hunk: Hunk, by grain: TextGrain) -> [CommonStretch]? {
        // Half of it, so that something is left to look for a coarser match.
        let allowance = budget / 2
        var left = allowance - hunk.old.count - hunk.new.count
        defer { budget -= allowance - left }
        let (oldText, newText) = (old.span.extracting(hunk.old), new.span.extracting(hunk.new))
        let (first, other) = (hunk.old.lowerBound, hunk.new.lowerBound)
        if grain == .character, oldText.isASCII, newText.isASCII {
            let matches = ShortestEdit.matches(from: oldText, to: newText, budget: &left)
            return matches?.map { match in
                CommonStretch(old: first + match.old, new: other + match.new, count: match.count)
            }
        }
        let (oldStarts, newStarts) = (grain.starts(in: oldText), grain.starts(in: newText))
        var names = TokenNames(of: grain)
        let oldNames = names.names(of: old[hunk.old], at: oldStarts)
        let newNames = names.names(of: new[hunk.new], at: newStarts)
        let matches = ShortestEdit.matches(
            from: oldNames.span, to: newNames.span, budget: &left)
        return matches?.map { match in
            let start = oldStarts[match.old]
            return CommonStretch(
                old: first + start, new: other + newStarts[match.new],
                count: oldStarts[match.old + match.count] - start)
        }
    }
}
