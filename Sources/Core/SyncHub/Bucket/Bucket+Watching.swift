import SimperiumWire

extension Bucket {
    /// Shows what there is, a slice at a time, and from then on what happens.
    mutating func watch(after place: Ordinal, _ turn: inout Turn) throws(Gap) {
        let slice = IndexSlice(
            .oldestFirst, above: place, hasObjects: true,
            atMost: Portion(entries: Removal.slice, bytes: turn.limits.missedBytes))
        let found = try index(slice)
        for entity in found.entities {
            guard let object = try entity.object.map(Gap.parsed) else { continue }
            turn.effects.append(
                .observe(id, .found(entity.key, object, of: entity.owner?.clientID)))
        }
        if let last = found.entities.last, found.hasMore {
            return rest(before: .watch(after: last.changed), &turn)
        }
        isWatched = true
        turn.effects.append(.observe(id, .foundAll))
    }
}
