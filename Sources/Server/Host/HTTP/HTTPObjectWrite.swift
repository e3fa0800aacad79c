import SimperiumJSON
import SimperiumWire
import SyncHub

/// An object that is written over HTTP, and the change that writes it.
struct HTTPObjectWrite: Sendable {
    let bucket: BucketID
    let caller: Caller
    let key: ObjectKey
    /// The version that the author has read; nil if the request names no version.
    let version: EntityVersion?
    let object: JSONObject
    /// True if the write removes the stored members that `object` lacks.
    let replaces: Bool
    /// True if the answer contains the object after the change.
    let returnsObject: Bool
    let changeID: ChangeID
}

extension HTTPObjectWrite {
    /// Returns a body as a JSON object; nil if the body is not a valid object.
    static func object(in body: [UInt8]) -> JSONObject? {
        let limits = JSONLimits(bytes: Limits.clientFrame, depth: Limits.depth)
        return (try? JSON(parsing: body, limits: limits))?.object
    }

    /// The change for an author who has not read the object. The change sets the given members, and
    /// keeps all others.
    var mergingChange: Change {
        Change(.modify(Diff(from: [:], to: object)), key: key, id: changeID)
    }

    /// Returns true if the written object and the stored object are together longer than half of
    /// `limit`, in bytes. Their comparison then takes too long for one event.
    func isLongToCompare(with found: VersionedObjectJSON, limit: Int) -> Bool {
        object.isRoughlyLonger(than: limit / 2 - found.object.count)
    }

    /// Returns the change from the stored object to the wanted one: `object` if `replaces` is true,
    /// otherwise the stored object with the members of `object`. Returns nil if the stored text is
    /// not an object.
    func change(from found: VersionedObjectJSON) -> Change? {
        guard let base = (try? JSON(parsing: found.object, limits: .standard))?.object else {
            return nil
        }
        var wanted = replaces ? object : base
        if !replaces { for member in object { wanted[member.name] = member.value } }
        return Change(
            .modify(Diff(from: base, to: wanted)), key: key, version: found.version, id: changeID)
    }
}
