import SimperiumClock
import SimperiumJSON
import TestSupport
import Testing

@Suite("Text deltas: Properties")
struct TextDeltaProperties {
    @Test("A delta changes one text into the other", arguments: Seeds.batches(150))
    func identity(seeds: [UInt64]) throws {
        for seed in seeds {
            var random = SeededRandom(seed: seed)
            let old = random.text(upTo: 60)
            let new = random.chance(1, in: 4) ? random.text(upTo: 60) : random.edited(old)
            let delta = TextDelta(from: JSONString(old), to: JSONString(new))

            #expect(try delta.applied(to: JSONString(old)).string.utf16.elementsEqual(new.utf16))
            #expect(try TextDelta(delta.encoded) == delta)
            #expect(delta.isEmpty == old.utf16.elementsEqual(new.utf16))
            expectClean(delta, on: old)
        }
    }

    @Test(
        "A delta between long texts is right, and its time is bounded", arguments: Seeds.batches(4))
    func longTexts(seeds: [UInt64]) throws {
        for seed in seeds {
            var random = SeededRandom(seed: seed)
            var lines = (0..<300).map { _ in random.text(upTo: 30) }
            let old = JSONString(lines.joined(separator: "\n"))
            for _ in 0..<random.numberBelow(200) {
                lines[random.numberBelow(lines.count)] = random.text(upTo: 60)
            }
            let new = JSONString(lines.joined(separator: random.pick(["\n", " ", "\r\n"]) ?? ""))
            let delta = TextDelta(from: old, to: new)

            #expect(try delta.applied(to: old) == new)
            expectClean(delta, on: old.string)
        }
    }

    @Test(
        "A delta between long texts of the same pieces is right",
        arguments: Seeds.batches(8, share: 50))
    func piecemeal(seeds: [UInt64]) throws {
        for seed in seeds {
            var random = SeededRandom(seed: seed)
            let all = ["a", "b", "c", "é", "語", "😀", "😁", "\u{301}"]
            let letters = Array(all.prefix(1 + random.numberBelow(all.count)))
            var pieces = (0..<400).map { _ in
                (0..<1 + random.numberBelow(40)).map { _ in random.pick(letters) ?? "a" }.joined()
            }
            let old = JSONString(pieces.joined())
            for _ in 0..<random.numberBelow(800) {
                pieces.swapAt(random.numberBelow(pieces.count), random.numberBelow(pieces.count))
            }
            pieces.removeLast(random.numberBelow(pieces.count))
            let new = JSONString(pieces.joined())
            let delta = TextDelta(from: old, to: new)

            #expect(try delta.applied(to: old) == new, "seed \(seed)")
            expectClean(delta, on: old.string)
        }
    }

    /// Each character is unique, so that it can be traced.
    @Test(
        "A rebase keeps all insertions and all removals of both sides",
        arguments: Seeds.batches(150))
    func merge(seeds: [UInt64]) throws {
        for seed in seeds {
            var random = SeededRandom(seed: seed)
            let source = (0..<random.numberBelow(30)).map { number in
                character((number % 3 == 0 ? 0x1F400 : 0x4E00) + number)
            }
            let ours = Rewrite(of: source, tags: 0x5000, random: &random)
            let theirs = Rewrite(of: source, tags: 0x1F300, random: &random)
            let base = JSONString(String(source))
            let theirDelta = try TextDelta(theirs.delta)
            for ourDelta in [try TextDelta(ours.delta), TextDelta(from: base, to: ours.result)] {
                let rebased = try ourDelta.rebased(over: theirDelta, source: base)
                let merged = try rebased.applied(to: theirDelta.applied(to: base))

                #expect(merged == ours.merged(after: theirs))
                #expect(try TextDelta(rebased.encoded) == rebased)
                expectClean(rebased, on: theirs.result.string)
            }
        }
    }

    /// The edits are too long for the search for a shortest one, in a text without lines or spaces.
    @Test(
        "After two large edits of one text each word is there exactly once",
        arguments: Seeds.batches(4, share: 100))
    func muchWritten(seeds: [UInt64]) throws {
        for seed in seeds {
            var random = SeededRandom(seed: seed)
            let source = Writing((0..<1_000 + random.numberBelow(2_000)).map(Writing.word))
            let mine = source.edited(with: 10_000, random: &random)
            let theirs = source.edited(with: 20_000, random: &random)
            let first = TextDelta(from: source.text, to: theirs.text)
            let second = TextDelta(from: source.text, to: mine.text)
            let rebased = try second.rebased(over: first, source: source.text)
            let merged = Writing(try rebased.applied(to: theirs.text))

            #expect(try first.applied(to: source.text) == theirs.text)
            #expect(merged.words.sorted() == source.merged(mine, theirs).sorted(), "seed \(seed)")
        }
    }

    @Test("Deltas that cut surrogate pairs are rebased like others", arguments: Seeds.batches(60))
    func cutPairs(seeds: [UInt64]) throws {
        for seed in seeds {
            var random = SeededRandom(seed: seed)
            let text = JSONString(
                String(
                    (0..<random.numberBelow(6)).map { _ in random.pick(["😀", "😁", "a"]) ?? "a" }))
            let deltas = try (0..<40).map { _ in try TextDelta(unitDelta(of: text, random: &random))
            }
            let fitting = deltas.filter { (try? $0.applied(to: text)) != nil }
            for (ours, theirs) in zip(fitting, fitting.dropFirst()) {
                let rebased = try ours.rebased(over: theirs, source: text)
                let merged = try rebased.applied(to: theirs.applied(to: text))
                expectClean(rebased, on: try theirs.applied(to: text).string)
                #expect(merged.string.utf16.count >= 0)
            }
        }
    }

    private func unitDelta(of text: JSONString, random: inout SeededRandom) -> JSONString {
        let tokens = (0..<text.utf16Count).map { _ in
            random.pick(["=1", "=1", "-1", "=1\t+x"]) ?? "=1"
        }
        return JSONString(tokens.joined(separator: "\t"))
    }

    /// Expects that no token is empty or cuts a surrogate pair.
    private func expectClean(_ delta: TextDelta, on source: String) {
        let units = Array(source.utf16)
        var position = 0
        for token in delta.encoded.string.split(separator: "\t", omittingEmptySubsequences: false) {
            #expect(!["", "=0", "-0", "+"].contains(token) || units.isEmpty && delta.isEmpty)
            guard !token.hasPrefix("+"), let count = Int(token.dropFirst()) else { continue }
            position += count
            #expect(position == units.count || !UTF16.isTrailSurrogate(units[position]))
        }
    }
}

/// An edit of a text, character by character: the model that a delta must agree with.
private struct Rewrite {
    private let source: [Character]
    /// The text inserted before each character, and at the end.
    private var insertions: [String]
    private var isRemoved: [Bool]

    /// Inserts nothing behind a removed character, because a delta puts it before the removal.
    init(of source: [Character], tags: Int, random: inout SeededRandom) {
        self.source = source
        insertions = []
        isRemoved = source.map { _ in random.chance(1, in: 3) }
        for place in 0...source.count {
            let isFree = place == 0 || !isRemoved[place - 1]
            let tag = (0..<3).map { character(tags + place * 3 + $0) }
            insertions.append(isFree && random.chance(1, in: 3) ? String(tag) : "")
        }
    }

    var delta: JSONString {
        var tokens: [String] = []
        for (place, insertion) in insertions.enumerated() {
            let escapes = insertion.utf8.map { "%" + String($0, radix: 16) }
            if !insertion.isEmpty { tokens.append("+" + escapes.joined()) }
            guard place < source.count else { break }
            tokens.append((isRemoved[place] ? "-" : "=") + "\(source[place].utf16.count)")
        }
        return JSONString(tokens.joined(separator: "\t"))
    }

    var result: JSONString { merged(after: nil) }

    /// The result of both edits. If both insert at one place, theirs precedes; a character that
    /// either removes is gone.
    func merged(after theirs: Rewrite?) -> JSONString {
        var text = ""
        for place in 0...source.count {
            text += theirs?.insertions[place] ?? ""
            text += insertions[place]
            guard place < source.count else { break }
            let isGone = isRemoved[place] || theirs?.isRemoved[place] == true
            if !isGone { text.append(source[place]) }
        }
        return JSONString(text)
    }
}

private func character(_ code: Int) -> Character {
    Character(Unicode.Scalar(UInt32(code)) ?? "?")
}

/// A text of unique words, each made of one repeated character.
private struct Writing {
    private static let wordLength = 4

    var words: [String]

    init(_ words: [String]) {
        self.words = words
    }

    init(_ text: JSONString) {
        let letters = Array(text.string)
        words = stride(from: 0, to: letters.count, by: Self.wordLength).map { start in
            String(letters[start..<min(start + Self.wordLength, letters.count)])
        }
    }

    var text: JSONString { JSONString(words.joined()) }

    static func word(_ number: Int) -> String {
        String(repeating: character(0x20000 + number), count: wordLength)
    }

    /// The text without some words and with several hundred new ones, numbered from `first` on.
    func edited(with first: Int, random: inout SeededRandom) -> Writing {
        var edited = self
        for _ in 0..<random.numberBelow(50) {
            edited.words.remove(at: random.numberBelow(edited.words.count))
        }
        for number in 0..<300 + random.numberBelow(500) {
            edited.words.insert(
                Self.word(first + number), at: random.numberBelow(edited.words.count + 1))
        }
        return edited
    }

    /// The words that remain after both edits of this text.
    func merged(_ mine: Writing, _ theirs: Writing) -> Set<String> {
        let (mine, theirs) = (Set(mine.words), Set(theirs.words))
        return mine.union(theirs).subtracting(Set(words).subtracting(mine.intersection(theirs)))
    }
}
