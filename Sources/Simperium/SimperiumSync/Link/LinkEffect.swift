/// A machine's instruction to its connection. A machine that contains another one passes it on
/// unchanged.
package enum LinkEffect: Hashable, Sendable, Codable {
    case dial(LinkID)
    case send([UInt8], on: LinkID)
    case hangUp(LinkID, LinkCloseReason)
}
