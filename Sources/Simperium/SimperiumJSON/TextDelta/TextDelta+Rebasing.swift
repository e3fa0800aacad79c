extension TextDelta {
    /// Returns the edits of this delta that are left to make after `theirs`. Both must be deltas of
    /// `source`.
    ///
    /// All insertions are kept, even if the other side deleted the text around them. Text that both
    /// sides delete is deleted once. If both insert at the same position, theirs comes first.
    package func rebased(
        over theirs: TextDelta, source: JSONString
    ) throws(DiffError) -> TextDelta {
        var ours = DeltaCursor(try withoutSplitSurrogates(in: source))
        var theirs = DeltaCursor(try theirs.withoutSplitSurrogates(in: source))
        var result = TextDelta()
        while true {
            if let inserted = theirs.consumeInsertion() {
                result.appendKept(inserted.utf16Count)
            } else if let inserted = ours.consumeInsertion() {
                result.appendInsertion(inserted)
            } else {
                let count = min(ours.count, theirs.count)
                guard count > 0 else { return result }
                switch (ours.isDeleting, theirs.isDeleting) {
                case (_, true): break  // Deleted by theirs already.
                case (true, false): result.appendDeletion(count)
                case (false, false): result.appendKept(count)
                }
                ours.advance(by: count)
                theirs.advance(by: count)
            }
        }
    }

    /// Returns a delta with the same effect on `source` that cuts no surrogate pair.
    private func withoutSplitSurrogates(in source: JSONString) throws(DiffError) -> TextDelta {
        guard deletedByteRanges(in: source.utf8) == nil else { return self }
        return TextDelta(from: source, to: try applied(to: source))
    }
}

private struct DeltaCursor {
    private enum DeltaOperation {
        case keep(Int)
        case insert(JSONString)
        case delete(Int)
    }

    private var operations: [DeltaOperation] = []
    private var next = 0

    /// Creates a cursor. A replacement's insertion comes before its deletion, so text that the
    /// other side inserts after the deleted text stays after the insertion.
    init(_ delta: TextDelta) {
        for replacement in delta.replacements {
            if replacement.keptBefore > 0 { operations.append(.keep(replacement.keptBefore)) }
            if !replacement.inserted.isEmpty { operations.append(.insert(replacement.inserted)) }
            if replacement.deleted > 0 { operations.append(.delete(replacement.deleted)) }
        }
        if delta.rest > 0 { operations.append(.keep(delta.rest)) }
    }

    /// Returns the insertion at the cursor and steps over it; nil if another operation is next.
    mutating func consumeInsertion() -> JSONString? {
        guard next < operations.count, case .insert(let text) = operations[next] else { return nil }
        next += 1
        return text
    }

    var isDeleting: Bool {
        if case .delete = operations[next] { true } else { false }
    }

    /// The length, in UTF-16 units, that the next operation keeps or deletes; zero for an
    /// insertion, and at the end.
    var count: Int {
        guard next < operations.count else { return 0 }
        return switch operations[next] {
        case .keep(let count), .delete(let count): count
        case .insert: 0
        }
    }

    mutating func advance(by count: Int) {
        switch operations[next] {
        case .keep(count), .delete(count): next += 1
        case .keep(let whole): operations[next] = .keep(whole - count)
        case .delete(let whole): operations[next] = .delete(whole - count)
        case .insert: break
        }
    }
}
