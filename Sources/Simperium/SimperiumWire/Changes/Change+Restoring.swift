internal import SimperiumBytes
internal import SimperiumClock
internal import SimperiumJSON

extension Change {
    /// Creates the change that gives a hub an object in a version that the hub has lost.
    ///
    /// Its id is a digest of its contents. So if several clients send the same version, the hub
    /// applies it once.
    package init(restoring ghost: Ghost, as key: ObjectKey) {
        let contents = JSON.array([
            JSON(key.text), JSON(ghost.version.number), JSON.object(ghost.object).withSortedMembers,
        ])
        guard let id = ChangeID(sha256(contents.utf8).hexText) else {
            preconditionFailure("64 hex digits are a change id")
        }
        self.init(.restore(ghost.object), key: key, version: ghost.version, id: id)
    }
}

extension JSON {
    /// The value with the members of each object in the order of their names. Clients receive the
    /// members of an object in different orders.
    fileprivate var withSortedMembers: JSON {
        switch self {
        case .array(let elements): .array(elements.map(\.withSortedMembers))
        case .object(let members):
            .object(
                JSONObject(
                    members.map {
                        JSONObject.Member(name: $0.name, value: $0.value.withSortedMembers)
                    }.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }))
        case .null, .bool, .number, .string: self
        }
    }
}
