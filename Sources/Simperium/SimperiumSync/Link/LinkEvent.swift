/// What happened to a connection, as every machine hears it that has one, up to the shell's own.
///
/// `opened` or `closed` answers each `dial`; `closed` is a connection's last word, once.
package enum LinkEvent: Hashable, Sendable, Codable {
    case opened(ConnectionID)
    case received([UInt8], on: ConnectionID)
    case closed(ConnectionID, ConnectionFailure)
}
