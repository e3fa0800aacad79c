/// The number of a connection of a replica. It is never used again, so late events of an earlier
/// connection are recognised and ignored.
package struct LinkID: RawRepresentable, Hashable, Sendable, Codable {
    package let rawValue: Int

    package init(rawValue: Int) {
        self.rawValue = rawValue
    }
}
