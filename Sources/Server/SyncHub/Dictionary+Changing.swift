extension Dictionary {
    /// Changes a value in place. Returns nil if there is no value for the key. An assignment by key
    /// would copy the value.
    @discardableResult
    mutating func change<Outcome>(_ key: Key, _ work: (inout Value) -> Outcome) -> Outcome? {
        guard let index = index(forKey: key) else { return nil }
        return work(&values[index])
    }
}
