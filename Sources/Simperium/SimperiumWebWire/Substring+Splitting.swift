extension Substring {
    /// Returns the parts before and after the first occurrence of `marks`; nil if there is none.
    func split(at marks: String) -> (head: Substring, tail: Substring)? {
        var index = startIndex
        while index < endIndex {
            if self[index...].hasPrefix(marks) {
                return (self[..<index], self[index...].dropFirst(marks.count))
            }
            formIndex(after: &index)
        }
        return nil
    }
}
