internal import SimperiumJSON

/// Returns the three-way merge of an object; nil stands for a missing object.
///
/// The changes from `base` to `mine` are applied to `theirs`. A removal in `mine` wins against
/// an edit in `theirs`, and an edit in `mine` wins against a removal in `theirs`. `diff`, if known,
/// leads from `base` to `theirs`. Without it, the edits behind `theirs` are computed, which may
/// give other edits with the same result.
func merged(
    base: JSONObject?, mine: JSONObject?, theirs: JSONObject?, along diff: Diff? = nil
) -> JSONObject? {
    if mine == base { return theirs }
    if theirs == base { return mine }
    guard let mine, let theirs else { return mine }
    let base = base ?? JSONObject()
    let others = diff ?? Diff(from: base, to: theirs)
    do throws(DiffError) {
        return try Diff(from: base, to: mine).rebased(over: others, base: base).applied(to: theirs)
    } catch {
        // Two diffs of one object can always be joined. If they can't, a release build must neither
        // lose the program's edit nor trap.
        assertionFailure("two diffs of one object can't be joined: \(error)")
        return mine
    }
}
