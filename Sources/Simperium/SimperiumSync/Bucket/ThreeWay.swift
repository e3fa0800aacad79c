internal import SimperiumJSON

/// What becomes of an object that two sides changed at once; nil stands for no object.
///
/// All of `theirs` stays, and all that `mine` added to `base` comes on top. A removal by us holds
/// against their edit; our edit holds against their removal. `diff` leads from `base` to `theirs`,
/// if it is known: then what they meant need not be guessed.
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
        // Both are diffs of one object. If they don't go together all the same, the program's edit
        // must not be what is lost, nor the program.
        assertionFailure("two diffs of one object can't be joined: \(error)")
        return mine
    }
}
