extension TextDelta {
    /// Returns the delta that remains of this one after `theirs`. Both must be deltas of `source`.
    ///
    /// All insertions are kept, even if the other side deleted the text around them. Text that both
    /// delete is deleted once. If both insert at one place, theirs precedes ours.
    package func rebased(
        over theirs: TextDelta, source: JSONString
    ) throws(DiffError) -> TextDelta {
        var ours = Walk(try whole(in: source))
        var theirs = Walk(try theirs.whole(in: source))
        var result = TextDelta()
        while true {
            if let inserted = theirs.insertion() {
                result.keep(inserted.utf16Count)
            } else if let inserted = ours.insertion() {
                result.insert(inserted)
            } else {
                let count = min(ours.count, theirs.count)
                guard count > 0 else { return result }
                switch (ours.isDeleting, theirs.isDeleting) {
                case (_, true): break  // Deleted by theirs already.
                case (true, false): result.delete(count)
                case (false, false): result.keep(count)
                }
                ours.advance(by: count)
                theirs.advance(by: count)
            }
        }
    }

    /// The delta with the same effect on `source` that cuts no surrogate pair.
    private func whole(in source: JSONString) throws(DiffError) -> TextDelta {
        guard deletions(in: source.utf8) == nil else { return self }
        return TextDelta(from: source, to: try applied(to: source))
    }
}

/// A cursor over the steps of a delta.
private struct Walk {
    private enum Step {
        case keep(Int)
        case insert(JSONString)
        case delete(Int)
    }

    private var steps: [Step] = []
    private var next = 0

    /// A replacement's insertion comes before its deletion, so that text that others insert behind
    /// the deleted stays behind it.
    init(_ delta: TextDelta) {
        for edit in delta.edits {
            if edit.kept > 0 { steps.append(.keep(edit.kept)) }
            if !edit.inserted.isEmpty { steps.append(.insert(edit.inserted)) }
            if edit.deleted > 0 { steps.append(.delete(edit.deleted)) }
        }
        if delta.rest > 0 { steps.append(.keep(delta.rest)) }
    }

    /// Returns the insertion at the cursor and steps over it; nil if another step is next.
    mutating func insertion() -> JSONString? {
        guard next < steps.count, case .insert(let text) = steps[next] else { return nil }
        next += 1
        return text
    }

    var isDeleting: Bool {
        if case .delete = steps[next] { true } else { false }
    }

    /// The length that the next step keeps or deletes; zero at the end.
    var count: Int {
        guard next < steps.count else { return 0 }
        return switch steps[next] {
        case .keep(let count), .delete(let count): count
        case .insert: 0
        }
    }

    mutating func advance(by count: Int) {
        switch steps[next] {
        case .keep(count), .delete(count): next += 1
        case .keep(let whole): steps[next] = .keep(whole - count)
        case .delete(let whole): steps[next] = .delete(whole - count)
        case .insert: break
        }
    }
}
