/// A machine's instruction to its connection. A machine that contains another one passes it on
/// unchanged.
package enum LinkEffect: Hashable, Sendable, Codable {
    case dial(ConnectionID)
    case send([UInt8], on: ConnectionID)
    case hangUp(ConnectionID, Parting)
}
