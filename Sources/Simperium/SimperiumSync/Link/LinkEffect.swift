/// An instruction of a state machine to the shell, about a connection. A machine that contains
/// another machine passes the inner machine's effects on unchanged.
package enum LinkEffect: Hashable, Sendable, Codable {
    /// Dials, with a hall's name in the address if it is not nil. Servers that share the halls
    /// route the connection to the hall's server.
    case dial(LinkID, hall: String? = nil)
    case send([UInt8], on: LinkID)
    case hangUp(LinkID, LinkCloseReason)
}
