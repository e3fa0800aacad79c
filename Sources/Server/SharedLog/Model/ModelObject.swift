import SimperiumClock
import SimperiumWire

/// An object of a model engine, with its past.
struct ModelObject: Sendable {
    struct Latest {
        let version: EntityVersion
        let place: Ordinal
        /// Nil after a removal.
        let object: [UInt8]?
        let lease: Ordinal?
        let stamp: Stamp
        let changeID: ChangeID
        let mirrored: UserID?

        init(_ change: EngineChange, at place: Ordinal, _ stamp: Stamp) {
            version = change.version
            self.place = place
            object = change.object
            lease = change.lease
            self.stamp = stamp
            changeID = change.changeID
            mirrored = change.mirrored
        }
    }

    private(set) var latest: Latest
    /// Earlier ones only.
    private(set) var versions: [EntityVersion: [UInt8]] = [:]
    /// The last ones, the oldest first.
    private(set) var changeIDs: [ChangeID]
    private var sharing: Sharing?

    var isMirror: Bool { sharing?.isMirror == true }

    init(_ latest: Latest) {
        self.latest = latest
        changeIDs = [latest.changeID]
        sharing = latest.mirrored.map { .mirror(of: $0) }
    }

    mutating func become(_ next: Latest, outdated: [EntityVersion]) {
        if let object = latest.object { versions[latest.version] = object }
        for version in outdated { versions[version] = nil }
        changeIDs = (changeIDs + [next.changeID]).suffix(StoreAnswer.rememberedChanges)
        latest = next
        if let owner = next.mirrored {
            sharing = next.object == nil ? nil : .mirror(of: owner)
        } else if next.object == nil {
            sharing = nil
        }
    }

    mutating func share(_ sharing: Sharing?) { self.sharing = sharing }

    mutating func strip() { versions = [:] }

    func entity(
        _ key: ObjectKey, hasObject: Bool = true, _ owner: (Ordinal) -> ClientID?
    ) -> StoredEntity {
        let holder = latest.lease.flatMap { lease in
            owner(lease).map { EntityOwner(lease: lease, clientID: $0, secret: nil) }
        }
        return StoredEntity(
            key: key, version: latest.version, isRemoved: latest.object == nil,
            object: hasObject ? latest.object : nil, changed: latest.place, owner: holder,
            stamp: latest.stamp, sharing: sharing)
    }
}
