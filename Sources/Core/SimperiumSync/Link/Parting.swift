/// How a connection is ended.
package enum Parting: Hashable, Sendable, Codable {
    /// With a close frame: the hub is to remove what lives only as long as the connection.
    case goodbye
    /// Without a word, as a broken line would: the hub may keep it for a while.
    case abandoning
}
