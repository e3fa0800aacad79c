/// An event of a connection, passed unchanged from the shell through all machines around a
/// `HubConnection`.
///
/// Each `dial` is answered by `opened` or `closed`. `closed` is the last event of a connection, and
/// comes once.
package enum LinkEvent: Hashable, Sendable, Codable {
    case opened(LinkID)
    case received([UInt8], on: LinkID)
    case closed(LinkID, LinkFailure)
}
