package import SimperiumJSON
package import SimperiumWire
package import SyncHub

/// Something about halls that some are told who know of them, on channels of that number.
package struct HallNotice: Hashable, Sendable {
    package let connections: [ConnectionID]
    package let channel: ChannelNumber
    package let members: JSONObject

    package var frame: [UInt8] {
        HubMessage.command(.options(members), on: channel).frame
    }
}
