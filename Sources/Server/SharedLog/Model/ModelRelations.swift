import SimperiumWire

/// What of a model log concerns other users. A bucket that is dropped leaves what is on its way.
struct ModelRelations: Sendable {
    /// What is to reach others, in the order of the places.
    private(set) var parcels: [BucketName: [Parcel]] = [:]
    /// How far others' logs have been followed.
    private(set) var marks: [BucketName: [UserID: Ordinal]] = [:]
    /// Which users have which objects open, at each node.
    private(set) var views: [ViewedObject: [Incarnation: [UserID]]] = [:]

    var parcelCount: Int { parcels.values.reduce(0) { $0 + $1.count } }

    mutating func send(_ parcel: Parcel?, of bucket: BucketName) {
        if let parcel { parcels[bucket, default: []].append(parcel) }
    }

    mutating func strike(_ places: [Ordinal], of bucket: BucketName) {
        parcels[bucket]?.removeAll { places.contains($0.place) }
        if parcels[bucket]?.isEmpty == true { parcels[bucket] = nil }
    }

    mutating func note(_ mark: ReplicationCheckpoint?, in bucket: BucketName) {
        if let mark { marks[bucket, default: [:]][mark.owner] = mark.place }
    }

    /// False if that was known.
    mutating func view(
        _ object: ViewedObject, by users: [UserID], at incarnation: Incarnation
    ) -> Bool {
        guard views[object]?[incarnation] ?? [] != users else { return false }
        views[object, default: [:]][incarnation] = users.isEmpty ? nil : users
        if views[object]?.isEmpty == true { views[object] = nil }
        return true
    }
}
