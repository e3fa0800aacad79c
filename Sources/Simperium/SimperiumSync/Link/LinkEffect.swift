/// What a machine asks of a connection. Every machine that is built on another hands it on as it
/// is.
package enum LinkEffect: Hashable, Sendable, Codable {
    case dial(ConnectionID)
    case send([UInt8], on: ConnectionID)
    case hangUp(ConnectionID, Parting)
}
