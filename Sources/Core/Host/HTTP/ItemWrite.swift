import SimperiumJSON
import SimperiumWire
import SyncHub

/// An object that is written over HTTP, and what must be found out first.
struct ItemWrite {
    let bucket: BucketID
    let caller: Caller
    let key: ObjectKey
    /// The version that the author has seen.
    let version: EntityVersion?
    let object: JSONObject
    /// Whether members that are missing are to go.
    let replaces: Bool
    let changeID: ChangeID
}
