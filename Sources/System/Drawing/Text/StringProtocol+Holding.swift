extension StringProtocol {
    /// Whether `part` stands in it. The standard library's own search is one of the module of
    /// regular expressions, which the program is built without.
    package func holds(_ part: some StringProtocol) -> Bool {
        part.isEmpty || indices.contains { self[$0...].hasPrefix(part) }
    }
}
