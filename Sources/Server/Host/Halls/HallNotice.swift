package import SimperiumJSON
package import SimperiumWire
package import SyncHub

/// A notice about halls for several connections, on their channels with the same number.
package struct HallNotice: Hashable, Sendable {
    package let connections: [ConnectionID]
    package let channel: ChannelNumber
    package let members: JSONObject

    package var frame: [UInt8] {
        HubMessage.command(.options(members), on: channel).frame
    }
}
