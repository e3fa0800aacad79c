/// An event of a connection, passed unchanged from the shell through all machines around a session.
///
/// Each `dial` is answered by `opened` or `closed`. `closed` is the last event of a connection, and
/// comes once.
package enum LinkEvent: Hashable, Sendable, Codable {
    case opened(ConnectionID)
    case received([UInt8], on: ConnectionID)
    case closed(ConnectionID, ConnectionFailure)
}
