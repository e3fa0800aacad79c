extension TextDelta {
    /// The delta that changes `old` into `new`: small, and along the borders of words.
    package init(from old: JSONString, to new: JSONString) {
        let comparison = TextComparison(old.utf8, new.utf8)
        var position = 0
        for hunk in comparison.hunks {
            appendKept(comparison.old[position..<hunk.old.lowerBound].utf16Count)
            appendDeletion(comparison.old[hunk.old].utf16Count)
            appendInsertion(JSONString(wellFormed: [UInt8](comparison.new[hunk.new])))
            position = hunk.old.upperBound
        }
        appendKept(comparison.old[position...].utf16Count)
    }
}
