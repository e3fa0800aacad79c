/// The difference between two texts, counted in UTF-16 units as all Simperium clients do.
///
/// The form is unique: no replacement is empty, and something is kept between two of them.
package struct TextDelta: Hashable, Sendable {
    /// A deletion, an insertion, or both at one position.
    struct TextReplacement: Hashable, Sendable {
        /// The length that is kept between the previous replacement and this one.
        var keptBefore: Int
        var deleted = 0
        var inserted: JSONString = ""
    }

    private(set) var replacements: [TextReplacement] = []
    /// The length that is kept after the last replacement.
    private(set) var rest = 0

    init() {}

    package var isEmpty: Bool { replacements.isEmpty }

    mutating func appendKept(_ count: Int) {
        rest += count
    }

    mutating func appendDeletion(_ count: Int) {
        guard count > 0 else { return }
        beginReplacementUnlessOpen()
        replacements[replacements.count - 1].deleted += count
    }

    mutating func appendInsertion(_ text: JSONString) {
        guard !text.isEmpty else { return }
        beginReplacementUnlessOpen()
        replacements[replacements.count - 1].inserted += text
    }

    private mutating func beginReplacementUnlessOpen() {
        guard rest > 0 || replacements.isEmpty else { return }
        replacements.append(TextReplacement(keptBefore: rest))
        rest = 0
    }

    /// Returns `source` with the delta applied. Throws if the delta is for a text of another
    /// length. A replacement may cut a surrogate pair if all surrogates in the result are paired.
    package func applied(to source: JSONString) throws(DiffError) -> JSONString {
        let bytes = source.utf8
        guard let deletions = deletedByteRanges(in: bytes) else {
            return try appliedByUTF16Units(to: source)
        }
        var result: [UInt8] = []
        result.reserveCapacity(replacements.reduce(bytes.count) { $0 + $1.inserted.utf8Count })
        var position = 0
        for (replacement, deleted) in zip(replacements, deletions) {
            result += bytes[position..<deleted.lowerBound]
            result.append(utf8: replacement.inserted)
            position = deleted.upperBound
        }
        result += bytes[position...]
        return JSONString(wellFormed: result)
    }

    /// Returns the range of bytes that each replacement deletes. Returns nil if the delta is for a
    /// text of another length, or if a replacement cuts a surrogate pair.
    func deletedByteRanges(in text: [UInt8]) -> [Range<Int>]? {
        var deletions: [Range<Int>] = []
        var position = 0
        for replacement in replacements {
            guard let start = text.span.index(position, movedByUTF16: replacement.keptBefore),
                let end = text.span.index(start, movedByUTF16: replacement.deleted)
            else { return nil }
            deletions.append(start..<end)
            position = end
        }
        return text.span.index(position, movedByUTF16: rest) == text.count ? deletions : nil
    }

    /// Returns true if the delta changes `source`. With one replacement, no new text is computed.
    func hasEffectOn(_ source: JSONString) throws(DiffError) -> Bool {
        guard replacements.count == 1, case let bytes = source.utf8,
            let deleted = deletedByteRanges(in: bytes)?.first
        else { return try applied(to: source) != source }
        return !bytes[deleted].elementsEqual(replacements[0].inserted.utf8)
    }

    private func appliedByUTF16Units(to source: JSONString) throws(DiffError) -> JSONString {
        let units = source.utf16
        let count = replacements.reduce(rest) { $0 + $1.keptBefore + $1.deleted }
        guard units.count == count else { throw .wrongLength }
        var result: [UInt16] = []
        var position = 0
        for replacement in replacements {
            result += units[position..<(position + replacement.keptBefore)]
            result += replacement.inserted.utf16
            position += replacement.keptBefore + replacement.deleted
        }
        result += units[position...]
        guard let text = JSONString(utf16: result) else { throw .brokenPair }
        return text
    }
}

extension TextDelta {
    /// Creates a small delta from `old` to `new`, with edits at the borders of words if possible.
    package init(from old: JSONString, to new: JSONString) {
        let comparison = TextComparison(old.utf8, new.utf8)
        let old = comparison.old.span
        var position = 0
        for hunk in comparison.hunks {
            appendKept(old.extracting(position..<hunk.old.lowerBound).utf16Count)
            appendDeletion(old.extracting(hunk.old).utf16Count)
            appendInsertion(JSONString(wellFormed: [UInt8](comparison.new[hunk.new])))
            position = hunk.old.upperBound
        }
        appendKept(old.extracting(position...).utf16Count)
    }

    /// Half of the standard depth, so that a delta can't make an array too deep to parse.
    private static let lineLimits = JSONLimits(bytes: .max, depth: JSONLimits.standard.depth / 2)

    /// Returns the array after the delta was applied to its text, which has one element per line.
    func applied(toLinesOf elements: [JSON]) throws(DiffError) -> [JSON] {
        var lines: [UInt8] = []
        for element in elements {
            lines.append(json: element)
            lines.append(UInt8(ascii: "\n"))
        }
        let changed = try applied(to: JSONString(wellFormed: lines)).utf8
        var result: [JSON] = []
        for line in changed.split(separator: UInt8(ascii: "\n")) {
            do {
                result.append(try JSON(parsing: [UInt8](line), limits: Self.lineLimits))
            } catch {
                throw DiffError.badElement
            }
        }
        return result
    }
}
