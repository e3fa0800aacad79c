/// A stretch of one text that stands in the place of a stretch of another.
struct Hunk: Hashable {
    var old: Range<Int>
    var new: Range<Int>

    /// How much it changes: what must be more than chance to interrupt it.
    var size: Int { max(old.count, new.count) }
}

/// Finds where two texts in UTF-8 differ, in as little as can be found with bounded work.
///
/// It looks for the shortest edit. Where that is too long it matches whole lines first, then whole
/// words, and compares what is between them; what is too long even then is replaced.
/// No hunk cuts a character.
struct TextComparison {
    private enum Grain: CaseIterable {
        case line
        case word
    }

    let old: [UInt8]
    let new: [UInt8]
    var hunks: [Hunk] = []
    /// Steps that may be taken yet, so that no pair of texts takes long.
    private var budget: Int

    init(_ old: [UInt8], _ new: [UInt8]) {
        self.old = old
        self.new = new
        budget = 4_000_000 + 2 * (old.count + new.count)
        compare(Hunk(old: old.indices, new: new.indices), by: Grain.allCases[...])
        joinAcrossChance()
        slideToBorders()
    }

    private mutating func compare(_ whole: Hunk, by grains: ArraySlice<Grain>) {
        let hunk = trimmed(whole)
        guard !hunk.old.isEmpty, !hunk.new.isEmpty else {
            if hunk.size > 0 { hunks.append(hunk) }
            return
        }
        if let matches = matches(in: hunk) {
            hunks += gaps(in: hunk, between: matches)
        } else if let grain = grains.first, let matches = matches(in: hunk, by: grain) {
            for gap in gaps(in: hunk, between: matches) { compare(gap, by: grains.dropFirst()) }
        } else {
            hunks.append(hunk)
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

    /// The characters that stay.
    private mutating func matches(in hunk: Hunk) -> [Match]? {
        var left = budget
        defer { budget = left }
        let matches = ShortestEdit.matches(
            from: old.span.extracting(hunk.old), to: new.span.extracting(hunk.new), budget: &left)
        return matches?.compactMap { match in
            let start = hunk.old.lowerBound + match.old
            let whole = old.wholeCharacters(in: start..<(start + match.count))
            guard !whole.isEmpty else { return nil }
            let shift = whole.lowerBound - start
            return Match(
                old: whole.lowerBound, new: hunk.new.lowerBound + match.new + shift,
                count: whole.count)
        }
    }

    /// The lines or words that stay, as matches of bytes.
    private mutating func matches(in hunk: Hunk, by grain: Grain) -> [Match]? {
        budget -= hunk.old.count + hunk.new.count
        var names = TokenNames()
        let oldTokens = tokens(of: old, in: hunk.old, by: grain)
        let newTokens = tokens(of: new, in: hunk.new, by: grain)
        let oldNames = oldTokens.map { names.name(of: old[$0]) }
        let newNames = newTokens.map { names.name(of: new[$0]) }
        let matches = ShortestEdit.matches(
            from: oldNames.span, to: newNames.span, budget: &budget)
        return matches?.map { match in
            let stretch = oldTokens[match.old..<(match.old + match.count)]
            return Match(
                old: oldTokens[match.old].lowerBound, new: newTokens[match.new].lowerBound,
                count: stretch.reduce(0) { $0 + $1.count })
        }
    }

    private func tokens(of text: [UInt8], in range: Range<Int>, by grain: Grain) -> [Range<Int>] {
        var tokens: [Range<Int>] = []
        var start = range.lowerBound
        for end in range.dropFirst() where isBorder(text, end, of: grain) {
            tokens.append(start..<end)
            start = end
        }
        return tokens + [start..<range.upperBound]
    }

    private func isBorder(_ text: [UInt8], _ index: Int, of grain: Grain) -> Bool {
        switch grain {
        case .line: text[index - 1] == UInt8(ascii: "\n")
        case .word: !(text[index - 1].isWordPart && text[index].isWordPart)
        }
    }
}
