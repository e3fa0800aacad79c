package import SimperiumWire
package import SyncHub

/// The asker about other halls: a client on its channel, or a caller over HTTP.
package enum HallInquirer: Hashable, Sendable {
    case client(ConnectionID, on: ChannelNumber)
    case caller(CallID)
}
