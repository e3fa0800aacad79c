/// The difference between two texts, counted in UTF-16 units as all Simperium clients do.
///
/// The form is unique: no edit is empty, and something is kept between two edits.
package struct TextDelta: Hashable, Sendable {
    /// A deletion, an insertion, or both at one position.
    struct Edit: Hashable, Sendable {
        /// The length that is kept between the previous edit and this one.
        var kept: Int
        var deleted = 0
        var inserted: JSONString = ""
    }

    private(set) var edits: [Edit] = []
    /// The length that is kept after the last edit.
    private(set) var rest = 0

    init() {}

    package var isEmpty: Bool { edits.isEmpty }

    mutating func appendKept(_ count: Int) {
        rest += count
    }

    mutating func appendDeletion(_ count: Int) {
        guard count > 0 else { return }
        beginEditUnlessOpen()
        edits[edits.count - 1].deleted += count
    }

    mutating func appendInsertion(_ text: JSONString) {
        guard !text.isEmpty else { return }
        beginEditUnlessOpen()
        edits[edits.count - 1].inserted += text
    }

    private mutating func beginEditUnlessOpen() {
        guard rest > 0 || edits.isEmpty else { return }
        edits.append(Edit(kept: rest))
        rest = 0
    }

    /// Returns `source` with the delta applied. Throws if the delta is for a text of another
    /// length. An edit may cut a surrogate pair if all surrogates in the result are paired.
    package func applied(to source: JSONString) throws(DiffError) -> JSONString {
        let bytes = source.utf8
        guard let deletions = deletedByteRanges(in: bytes) else {
            return try appliedByUTF16Units(to: source)
        }
        var result: [UInt8] = []
        result.reserveCapacity(edits.reduce(bytes.count) { $0 + $1.inserted.utf8Count })
        var position = 0
        for (edit, deleted) in zip(edits, deletions) {
            result += bytes[position..<deleted.lowerBound]
            result.append(utf8: edit.inserted)
            position = deleted.upperBound
        }
        result += bytes[position...]
        return JSONString(wellFormed: result)
    }

    /// Returns the range of bytes that each edit deletes. Returns nil if the delta is for a text of
    /// another length, or if an edit cuts a surrogate pair.
    func deletedByteRanges(in text: [UInt8]) -> [Range<Int>]? {
        var deletions: [Range<Int>] = []
        var position = 0
        for edit in edits {
            guard let start = text.span.index(position, movedByUTF16: edit.kept),
                let end = text.span.index(start, movedByUTF16: edit.deleted)
            else { return nil }
            deletions.append(start..<end)
            position = end
        }
        return text.span.index(position, movedByUTF16: rest) == text.count ? deletions : nil
    }

    /// Returns true if the delta changes `source`. With one edit, no new text is computed.
    func hasEffectOn(_ source: JSONString) throws(DiffError) -> Bool {
        guard edits.count == 1, case let bytes = source.utf8,
            let deleted = deletedByteRanges(in: bytes)?.first
        else { return try applied(to: source) != source }
        return !bytes[deleted].elementsEqual(edits[0].inserted.utf8)
    }

    private func appliedByUTF16Units(to source: JSONString) throws(DiffError) -> JSONString {
        let units = source.utf16
        let count = edits.reduce(rest) { $0 + $1.kept + $1.deleted }
        guard units.count == count else { throw .wrongLength }
        var result: [UInt16] = []
        var position = 0
        for edit in edits {
            result += units[position..<(position + edit.kept)]
            result += edit.inserted.utf16
            position += edit.kept + edit.deleted
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
