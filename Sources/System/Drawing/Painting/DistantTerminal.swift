/// A terminal far away, by its own word.
package struct DistantTerminal: Hashable, Codable, Sendable {
    /// As `TERM` has it.
    package var name: String
    package var size: Size

    package init(name: String, size: Size) {
        self.name = name
        self.size = size
    }
}
