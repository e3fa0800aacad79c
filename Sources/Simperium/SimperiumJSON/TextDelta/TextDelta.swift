/// What turns one text into another, counted in UTF-16 units as all Simperium clients count.
///
/// There is one form for each: no edit is empty, and between two edits something is kept.
package struct TextDelta: Hashable, Sendable {
    /// A position at which text goes, or comes, or both.
    struct Edit: Hashable, Sendable {
        /// How much is kept between the edit before and this one.
        var kept: Int
        var deleted = 0
        var inserted: JSONString = ""
    }

    private(set) var edits: [Edit] = []
    /// How much is kept after the last edit.
    private(set) var rest = 0

    /// The delta of an empty text that changes nothing.
    init() {}

    package var isEmpty: Bool { edits.isEmpty }

    /// The length of the texts that it can be applied to.
    private var sourceCount: Int {
        edits.reduce(rest) { $0 + $1.kept + $1.deleted }
    }

    mutating func keep(_ count: Int) {
        rest += count
    }

    mutating func delete(_ count: Int) {
        guard count > 0 else { return }
        openEdit()
        edits[edits.count - 1].deleted += count
    }

    mutating func insert(_ text: JSONString) {
        guard !text.isEmpty else { return }
        openEdit()
        edits[edits.count - 1].inserted += text
    }

    private mutating func openEdit() {
        guard rest > 0 || edits.isEmpty else { return }
        edits.append(Edit(kept: rest))
        rest = 0
    }

    /// The text that it makes of `source`, exactly.
    ///
    /// It may cut a surrogate pair in two, if the halves find partners again.
    package func applied(to source: JSONString) throws(DiffError) -> JSONString {
        let bytes = source.utf8
        guard let deletions = deletions(in: bytes) else {
            return try appliedByUnits(to: source)
        }
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var position = 0
        for (edit, deleted) in zip(edits, deletions) {
            result += bytes[position..<deleted.lowerBound]
            result.append(utf8: edit.inserted)
            position = deleted.upperBound
        }
        result += bytes[position...]
        return JSONString(wellFormed: result)
    }

    /// What each edit deletes of a text in UTF-8; nil if the text has another length, or an
    /// edit begins or ends inside a surrogate pair.
    func deletions(in text: [UInt8]) -> [Range<Int>]? {
        var deletions: [Range<Int>] = []
        var position = 0
        for edit in edits {
            guard let start = text.index(position, movedByUTF16: edit.kept),
                let end = text.index(start, movedByUTF16: edit.deleted)
            else { return nil }
            deletions.append(start..<end)
            position = end
        }
        return text.index(position, movedByUTF16: rest) == text.count ? deletions : nil
    }

    private func appliedByUnits(to source: JSONString) throws(DiffError) -> JSONString {
        let units = source.utf16
        guard units.count == sourceCount else { throw .wrongLength }
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
