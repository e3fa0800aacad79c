internal import SimperiumJSON
internal import SimperiumWire

/// An object that an event told of.
struct ReportedObject: Hashable {
    let key: ObjectKey
    let object: JSONObject
    let source: LobbyEvent.Source
    /// Whether the hub has refused what was done here, so that the object is as it was before.
    var isRevert = false
}
