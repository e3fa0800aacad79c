extension TextDelta {
    /// The delta that makes `new` of `old`: as little as it takes, along the borders of words.
    package init(from old: JSONString, to new: JSONString) {
        let comparison = TextComparison(old, new)
        var position = 0
        for hunk in comparison.hunks {
            keep(comparison.old[position..<hunk.old.lowerBound].utf16Count)
            delete(comparison.old[hunk.old].utf16Count)
            insert(JSONString(scalars: comparison.new[hunk.new]))
            position = hunk.old.upperBound
        }
        keep(comparison.old[position...].utf16Count)
    }
}

extension ArraySlice<UInt32> {
    fileprivate var utf16Count: Int {
        reduce(count) { $1 > 0xFFFF ? $0 + 1 : $0 }
    }
}
