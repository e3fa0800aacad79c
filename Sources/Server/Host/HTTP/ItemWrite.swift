import SimperiumJSON
import SimperiumWire
import SyncHub

/// An object that is written over HTTP, and what must be found out first.
struct ItemWrite: Sendable {
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

extension ItemWrite {
    /// The object that a body holds, if it holds one.
    static func object(in body: [UInt8]) -> JSONObject? {
        let limits = JSONLimits(bytes: Limits.clientFrame, depth: Limits.depth)
        return (try? JSON(parsing: body, limits: limits))?.object
    }

    /// As if its author had never seen the object: what it names is set, and all else stays.
    var merging: Change {
        Change(.modify(Diff(from: [:], to: object)), key: key, id: changeID)
    }

    /// Whether more is gone through to compare it with that object than may be at once.
    func isLonger(than limit: Int, with found: FoundEntity) -> Bool {
        object.isLonger(than: limit / 2 - found.object.count)
    }

    /// What makes of the object that was found what its author wants; nil if that is none.
    func change(from found: FoundEntity) -> Change? {
        guard let base = (try? JSON(parsing: found.object, limits: .standard))?.object else {
            return nil
        }
        var wanted = replaces ? object : base
        if !replaces { for member in object { wanted[member.name] = member.value } }
        return Change(
            .modify(Diff(from: base, to: wanted)), key: key, version: found.version, id: changeID)
    }
}
