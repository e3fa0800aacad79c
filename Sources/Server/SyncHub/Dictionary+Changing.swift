extension Dictionary {
    /// Changes a value where it is, if there is one. By its key alone it would be taken out and put
    /// back.
    @discardableResult
    mutating func change<Outcome>(_ key: Key, _ work: (inout Value) -> Outcome) -> Outcome? {
        guard let index = index(forKey: key) else { return nil }
        return work(&values[index])
    }
}
