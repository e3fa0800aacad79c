internal import SimperiumJSON

/// Returns the three-way merge of an object; nil stands for a missing object.
///
/// All of `theirs` is kept, and the changes from `base` to `mine` are put on top. A removal by us
/// wins against their edit, and our edit wins against their removal. `diff`, if it is known, leads
/// from `base` to `theirs`, so that their intention need not be guessed.
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
        // Both are diffs of one object. If they can't be joined in spite of that, neither the
        // program's edit nor the program may be lost.
        assertionFailure("two diffs of one object can't be joined: \(error)")
        return mine
    }
}
