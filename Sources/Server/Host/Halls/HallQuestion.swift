import SharedLog
package import SimperiumJSON
package import SimperiumWire
package import SyncHub

/// Who asks about other halls: a client on its channel, or a caller over HTTP.
package enum HallInquirer: Hashable, Sendable {
    case client(ConnectionID, on: ChannelNumber)
    case caller(CallID)
}

/// For whom the list of halls is asked that servers share.
package enum HallAsker: Hashable, Sendable {
    case place(ConnectionID)
    case places
    case news
    case waiters
    case find(JSONObject, HallInquirer)
    case page(HallInquirer)
}

/// A question to that list.
struct HallQuestion: Hashable, Sendable {
    let asker: HallAsker
    let deed: DirectoryDeed
}

/// What is to be done because of an answer.
enum HallOutcome: Sendable {
    case nothing
    /// These channels may be let in now, or not.
    case decide([HallEntrance.Channel])
    case tell([HallNotice])
    case answer(JSONObject, to: HallInquirer)
}
