import SimperiumJSON
import SimperiumWire
import SyncHub

/// An object that is written over HTTP, and the change that writes it.
struct ItemWrite: Sendable {
    let bucket: BucketID
    let caller: Caller
    let key: ObjectKey
    /// The version that the author has read.
    let version: EntityVersion?
    let object: JSONObject
    /// True if members that the object lacks are removed.
    let replaces: Bool
    let changeID: ChangeID
}

extension ItemWrite {
    /// Returns the object in a body; nil if there is none.
    static func object(in body: [UInt8]) -> JSONObject? {
        let limits = JSONLimits(bytes: Limits.clientFrame, depth: Limits.depth)
        return (try? JSON(parsing: body, limits: limits))?.object
    }

    /// The change for an author who has not read the object: it sets the given members and keeps
    /// all others.
    var merging: Change {
        Change(.modify(Diff(from: [:], to: object)), key: key, id: changeID)
    }

    /// Returns true if comparing the two objects takes more work than one event may.
    func isLonger(than limit: Int, with found: FoundEntity) -> Bool {
        object.isRoughlyLonger(than: limit / 2 - found.object.count)
    }

    /// Returns the change that turns the stored object into the author's; nil if the stored text is
    /// not an object.
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
