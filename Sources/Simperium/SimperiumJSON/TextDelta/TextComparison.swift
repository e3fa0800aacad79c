/// A replacement of a range in the old text by a range in the new text.
struct Hunk: Hashable {
    var old: Range<Int>
    var new: Range<Int>

    /// The size of the change in bytes: the length of the longer range.
    var size: Int { max(old.count, new.count) }
}

/// The differences between two texts in UTF-8, as small as bounded work can find them.
///
/// It searches for the shortest edit by characters. If that edit is too long, it matches lines
/// first, then words, then landmarks, and compares the gaps by characters. A gap with an edit that
/// is still too long is replaced as a whole. No hunk cuts a character.
struct TextComparison {
    /// The widths of landmarks in characters: for the first search, then for the remaining gaps.
    private static let landmarkWidths = [12, 4]
    /// The smallest size in bytes of a hunk that is compared by landmarks.
    private static let leastForLandmarks = 2_000

    let old: [UInt8]
    let new: [UInt8]
    var hunks: [Hunk] = []
    /// The number of steps left. It starts in proportion to the texts' lengths, so the work is
    /// bounded.
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
        guard !hunk.old.isEmpty, !hunk.new.isEmpty else { return addUnlessEmpty(hunk) }
        guard let grain = grains.first else {
            return compareByLandmarks(hunk, widths: Self.landmarkWidths[...])
        }
        switch (grain, matches(in: hunk, by: grain)) {
        case (.character, let matches?): hunks += gaps(in: hunk, between: matches)
        case (_, let matches?) where !matches.isEmpty:
            for gap in gaps(in: hunk, between: matches) { compare(gap, by: grains.dropFirst()) }
        default:
            // A comparison by characters fails again until the hunk is divided.
            compare(hunk, by: grains.dropFirst().drop { $0 == .character })
        }
    }

    private mutating func addUnlessEmpty(_ hunk: Hunk) {
        if hunk.size > 0 { hunks.append(hunk) }
    }

    /// Compares a hunk by landmarks, because a search by characters takes too long even between
    /// matched lines and words.
    private mutating func compareByLandmarks(_ hunk: Hunk, widths: ArraySlice<Int>) {
        guard let width = widths.first, hunk.size >= Self.leastForLandmarks, budget > 0 else {
            return addUnlessEmpty(hunk)
        }
        let found = matches(in: hunk, byLandmarksOf: width)
        guard !found.isEmpty else { return addUnlessEmpty(hunk) }
        for gap in gaps(in: hunk, between: found) {
            let rest = trimmed(gap)
            if rest.old.isEmpty || rest.new.isEmpty {
                addUnlessEmpty(rest)
            } else if let matches = matches(in: rest, by: .character) {
                hunks += gaps(in: rest, between: matches)
            } else {
                compareByLandmarks(rest, widths: widths.dropFirst())
            }
        }
    }

    /// Returns the hunk without the common prefix and suffix of its ranges, in whole characters.
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

    /// Returns the stretches of common characters, lines or words, in bytes; nil if the search
    /// takes too long.
    private mutating func matches(in hunk: Hunk, by grain: TextGrain) -> [CommonStretch]? {
        // Half of the budget, so that some is left for a coarser search.
        let allowance = budget / 2
        var left = allowance - hunk.old.count - hunk.new.count
        defer { budget -= allowance - left }
        let (oldText, newText) = (old.span.extracting(hunk.old), new.span.extracting(hunk.new))
        if grain == .character, oldText.isASCII, newText.isASCII {
            let matches = ShortestEditSearch.matches(from: oldText, to: newText, budget: &left)
            return matches?.map { match in
                CommonStretch(
                    old: hunk.old.lowerBound + match.old, new: hunk.new.lowerBound + match.new,
                    count: match.count)
            }
        }
        let tokens = TokenizedHunk(in: hunk, from: old, to: new, by: grain)
        let matches = ShortestEditSearch.matches(
            from: tokens.oldNumbers.span, to: tokens.newNumbers.span, budget: &left)
        return matches?.map(tokens.byteStretch)
    }

    private mutating func matches(in hunk: Hunk, byLandmarksOf width: Int) -> [CommonStretch] {
        budget -= hunk.old.count + hunk.new.count
        let tokens = TokenizedHunk(in: hunk, from: old, to: new, by: .character)
        let matches = LandmarkMatcher.matches(
            from: tokens.oldNumbers, to: tokens.newNumbers, width: width)
        return matches.map(tokens.byteStretch)
    }
}

/// The tokens of a hunk's two ranges, as numbers. Tokens with the same number are equal.
private struct TokenizedHunk {
    let oldNumbers: [UInt32]
    let newNumbers: [UInt32]
    private let hunk: Hunk
    /// The starts of the old range's tokens and the end of the last token; empty if each byte is a
    /// token.
    private var oldStarts: [Int] = []
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

    func byteStretch(of match: CommonStretch) -> CommonStretch {
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

/// The unit that two texts are compared by.
enum TextGrain {
    case character
    case line
    case word

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

    /// Moves each pure insertion or removal to the best border where its effect is the same.
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

    /// Returns the shift, in bytes, that moves `range` to the best position with the same effect:
    /// at most `left` bytes back and `right` bytes forward.
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

extension UInt8 {
    /// True for the bytes of words: ASCII letters and digits, and all bytes outside ASCII.
    var isWordPart: Bool {
        isDigit || self >= 0x80 || (self | 0x20) &- UInt8(ascii: "a") < 26
    }

    /// True if the byte can be part of an alphabet's letter or digit. False for the first byte of a
    /// character of three or more bytes, because such a character can be a whole word.
    var isLetter: Bool { isWordPart && self < 0xE0 }

    fileprivate var isSpace: Bool { self == 0x20 || self &- 0x09 < 5 }

    var isContinuation: Bool { self & 0xC0 == 0x80 }
}

extension Span<UInt8> {
    func isCharacterStart(_ index: Int) -> Bool {
        index == count || !self[index].isContinuation
    }

    fileprivate func packedCharacters(at starts: [Int]) -> [UInt32] {
        var numbers: [UInt32] = []
        numbers.reserveCapacity(starts.count)
        for (start, end) in zip(starts, starts.dropFirst()) {
            var number: UInt32 = 0
            for index in start..<end {
                number = number << 8 | UInt32(self[index])
            }
            numbers.append(number)
        }
        return numbers
    }
}

extension [UInt8] {
    /// Returns a weight for an edit's border at this index. The weight is highest at the ends of
    /// the text, then at the start or end of a line. It is low inside a word, and negative inside a
    /// character.
    func borderWeight(at index: Int) -> Int {
        guard index > 0, index < count else { return 5 }
        let (before, after) = (self[index - 1], self[index])
        if after.isContinuation { return -10 }
        if before == UInt8(ascii: "\n") || after == UInt8(ascii: "\n") { return 4 }
        if before.isWordPart && after.isWordPart { return 0 }
        if !before.isWordPart && !before.isSpace && after.isSpace { return 3 }
        return before.isSpace || after.isSpace ? 2 : 1
    }
}

/// A numbering of tokens: equal numbers mean equal tokens, but not always the reverse.
struct TokenNumbers {
    private let grain: TextGrain
    private var numbers: [UInt64: UInt32] = [:]
    private var known: [ArraySlice<UInt8>] = []

    init(of grain: TextGrain) {
        self.grain = grain
    }

    mutating func numbers(of text: ArraySlice<UInt8>, at starts: [Int]) -> [UInt32] {
        // The bytes of a character fit into its number.
        guard grain != .character else { return text.span.packedCharacters(at: starts) }
        return zip(starts, starts.dropFirst()).map { start, end in
            number(of: text[(text.startIndex + start)..<(text.startIndex + end)])
        }
    }

    private mutating func number(of token: ArraySlice<UInt8>) -> UInt32 {
        let digest = token.digest
        let twin = numbers[digest]
        if let twin, known[Int(twin)] == token { return twin }
        let number = UInt32(known.count)
        // A different token with a known digest, by chance or by an attack, gets a number that no
        // other token has.
        if twin == nil { numbers[digest] = number }
        known.append(token)
        return number
    }
}

extension ArraySlice<UInt8> {
    fileprivate var digest: UInt64 {
        reduce(UInt64(count)) { digest, byte in
            let mixed = (digest ^ UInt64(byte)) &* 0x9E37_79B9_7F4A_7C15
            return mixed ^ (mixed >> 32)
        }
    }
}

/// A run of consecutive elements that two sequences have in common, with its start in each.
struct CommonStretch: Hashable {
    var old: Int
    var new: Int
    var count: Int
}
