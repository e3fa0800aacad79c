/// A machine's instruction to its connection. A machine that contains another machine passes its
/// effects on unchanged.
package enum LinkEffect: Hashable, Sendable, Codable {
    /// Dials with the name of a hall in the address, if there is one: servers that share the halls
    /// lead the connection to the hall's server.
    case dial(LinkID, hall: String? = nil)
    case send([UInt8], on: LinkID)
    case hangUp(LinkID, LinkCloseReason)
}
