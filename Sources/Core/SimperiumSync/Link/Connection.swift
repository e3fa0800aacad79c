/// One connection of a replica. No number is ever used again, so that what a past connection
/// still has to say can be told from what the present one says.
package struct ConnectionID: RawRepresentable, Hashable, Codable, Sendable {
    package let rawValue: Int

    package init(rawValue: Int) {
        self.rawValue = rawValue
    }
}

/// How a connection is ended.
package enum Parting: Hashable, Codable, Sendable {
    /// With a close frame: the hub is to remove what lives only as long as the connection.
    case goodbye
    /// Without a word, as a broken line would: the hub may keep it for a while.
    case abandoning
}
