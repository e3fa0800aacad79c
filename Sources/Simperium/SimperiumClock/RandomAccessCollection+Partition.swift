extension RandomAccessCollection {
    /// Returns the position of the first element that fails `holds`, by binary search; the end if
    /// all pass. All elements that pass must precede all that fail.
    ///
    /// It is public, so that it is specialised in each module.
    @inlinable
    public func partitionPoint(where holds: (Element) -> Bool) -> Index {
        var low = startIndex
        var count = count
        while count > 0 {
            let middle = index(low, offsetBy: count / 2)
            if holds(self[middle]) {
                low = index(after: middle)
                count -= count / 2 + 1
            } else {
                count /= 2
            }
        }
        return low
    }
}
