/// A replacement of a range in the old text by a range in the new text.
struct Hunk: Hashable {
    var old: Range<Int>
    var new: Range<Int>

    /// The size of the change in bytes: the length of the longer range.
    var size: Int { max(old.count, new.count) }
}

/// The differences between two texts in UTF-8, as small as bounded work can find them.
///
/// It searches for the shortest edit by characters. If that is too long, it matches lines first,
/// then words, then landmarks, and compares the gaps by characters. A gap that is still too long is
/// replaced. No hunk cuts a character.
struct TextComparison {
    /// The widths of landmarks in characters: for the first search, then for the gaps that it
    /// leaves.
    private static let landmarks = [12, 4]
    /// The smallest size in bytes of a hunk that is compared by landmarks.
    private static let leastForLandmarks = 2_000

    let old: [UInt8]
    let new: [UInt8]
    var hunks: [Hunk] = []
    /// The number of steps that are left. It starts in proportion to the length of the texts, so
    /// that the work is bounded.
    private var budget: Int

    init(_ old: [UInt8], _ new: [UInt8]) {
        self.old = old
        self.new = new
        budget = 4_096 + 16 * (old.count + new.count)
        compare(
            Hunk(old: old.indices, new: new.indices),
            by: [.character, .line, .character, .word, .character])
        joinAcrossShortMatches()
        slideToBorders()
    }

    private mutating func compare(_ whole: Hunk, by grains: ArraySlice<TextGrain>) {
        let hunk = trimmed(whole)
        guard !hunk.old.isEmpty, !hunk.new.isEmpty else { return add(hunk) }
        guard let grain = grains.first else { return compare(hunk, alongside: Self.landmarks[...]) }
        switch (grain, matches(in: hunk, by: grain)) {
        case (.character, let matches?): hunks += gaps(in: hunk, between: matches)
        case (_, let matches?) where !matches.isEmpty:
            for gap in gaps(in: hunk, between: matches) { compare(gap, by: grains.dropFirst()) }
        default:
            // A comparison by characters fails again until the hunk is divided.
            compare(hunk, by: grains.dropFirst().drop { $0 == .character })
        }
    }

    private mutating func add(_ hunk: Hunk) {
        if hunk.size > 0 { hunks.append(hunk) }
    }

    /// Compares a hunk by landmarks: the last resort if a comparison by characters takes too long
    /// even after lines and words are matched.
    private mutating func compare(_ hunk: Hunk, alongside landmarks: ArraySlice<Int>) {
        guard let width = landmarks.first, hunk.size >= Self.leastForLandmarks, budget > 0 else {
            return add(hunk)
        }
        let found = matches(in: hunk, byLandmarksOf: width)
        guard !found.isEmpty else { return add(hunk) }
        for gap in gaps(in: hunk, between: found) {
            let rest = trimmed(gap)
            if rest.old.isEmpty || rest.new.isEmpty {
                add(rest)
            } else if let matches = matches(in: rest, by: .character) {
                hunks += gaps(in: rest, between: matches)
            } else {
                compare(rest, alongside: landmarks.dropFirst())
            }
        }
    }

    /// Returns the hunk without the common prefix and the common suffix of its ranges, in whole
    /// characters.
    private func trimmed(_ hunk: Hunk) -> Hunk {
        let old = old.span.extracting(hunk.old)
        let new = new.span.extracting(hunk.new)
        var start = old.commonPrefixLength(new)
        while !old.isCharacterStart(start) || !new.isCharacterStart(start) { start -= 1 }
        var end = old.extracting(start...).commonSuffixLength(new.extracting(start...))
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

    /// Returns the characters, lines or words in common, as stretches of bytes; nil if the search
    /// takes too long.
    private mutating func matches(in hunk: Hunk, by grain: TextGrain) -> [CommonStretch]? {
        // Half of the budget, so that some is left for a coarser search.
        let allowance = budget / 2
        var left = allowance - hunk.old.count - hunk.new.count
        defer { budget -= allowance - left }
        let (oldText, newText) = (old.span.extracting(hunk.old), new.span.extracting(hunk.new))
        if grain == .character, oldText.isASCII, newText.isASCII {
            let matches = ShortestEdit.matches(from: oldText, to: newText, budget: &left)
            return matches?.map { match in
                CommonStretch(
                    old: hunk.old.lowerBound + match.old, new: hunk.new.lowerBound + match.new,
                    count: match.count)
            }
        }
        let tokens = TokenizedHunk(in: hunk, from: old, to: new, by: grain)
        let matches = ShortestEdit.matches(
            from: tokens.oldNumbers.span, to: tokens.newNumbers.span, budget: &left)
        return matches?.map(tokens.bytes)
    }

    private mutating func matches(in hunk: Hunk, byLandmarksOf width: Int) -> [CommonStretch] {
        budget -= hunk.old.count + hunk.new.count
        let tokens = TokenizedHunk(in: hunk, from: old, to: new, by: .character)
        let matches = LandmarkMatcher.matches(
            from: tokens.oldNumbers, to: tokens.newNumbers, width: width)
        return matches.map(tokens.bytes)
    }
}

/// The tokens of a hunk's two ranges, as numbers. Tokens with the same number are equal.
private struct TokenizedHunk {
    let oldNumbers: [UInt32]
    let newNumbers: [UInt32]
    private let hunk: Hunk
    /// The starts of the old tokens, followed by the end of the last one; empty if each byte is a
    /// token.
    private var oldStarts: [Int] = []
    /// The starts of the new tokens, followed by the end of the last one; empty if each byte is a
    /// token.
    private var newStarts: [Int] = []

    init(in hunk: Hunk, from old: [UInt8], to new: [UInt8], by grain: TextGrain) {
        self.hunk = hunk
        let (oldText, newText) = (old.span.extracting(hunk.old), new.span.extracting(hunk.new))
        guard grain != .character || !oldText.isASCII || !newText.isASCII else {
            oldNumbers = old[hunk.old].map(UInt32.init)
            newNumbers = new[hunk.new].map(UInt32.init)
            return
        }
        oldStarts = grain.tokenStartsAndEnd(in: oldText)
        newStarts = grain.tokenStartsAndEnd(in: newText)
        var numbers = TokenNumbers(of: grain)
        oldNumbers = numbers.numbers(of: old[hunk.old], at: oldStarts)
        newNumbers = numbers.numbers(of: new[hunk.new], at: newStarts)
    }

    /// Translates a match of tokens to a match of bytes.
    func bytes(of match: CommonStretch) -> CommonStretch {
        var bytes = match
        if !oldStarts.isEmpty {
            bytes.old = oldStarts[match.old]
            bytes.new = newStarts[match.new]
            bytes.count = oldStarts[match.old + match.count] - bytes.old
        }
        bytes.old += hunk.old.lowerBound
        bytes.new += hunk.new.lowerBound
        return bytes
    }
}

/// The unit of a comparison of texts.
enum TextGrain {
    case character
    case line
    case word

    /// Returns the start of each token in a text in UTF-8, followed by the end of the text.
    func tokenStartsAndEnd(in text: Span<UInt8>) -> [Int] {
        var starts = [0]
        for index in text.indices.dropFirst() where isBorder(text, at: index) {
            starts.append(index)
        }
        starts.append(text.count)
        return starts
    }

    private func isBorder(_ text: Span<UInt8>, at index: Int) -> Bool {
        switch self {
        case .character: !text[index].isContinuation
        case .line: text[index - 1] == UInt8(ascii: "\n")
        case .word: !(text[index - 1].isWordPart && text[index].isWordPart)
        }
    }
}
