extension RandomAccessCollection {
    /// The first position, by binary search, at which something no longer holds that holds at all
    /// positions before it and at none after it. Public, so that it is compiled for each kind.
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
