/// One connection of a replica. No number is ever used again, so that what a past connection
/// still has to say can be told from what the present one says.
package struct ConnectionID: RawRepresentable, Hashable, Sendable, Codable {
    package let rawValue: Int

    package init(rawValue: Int) {
        self.rawValue = rawValue
    }
}
