import SimperiumWire

/// The ids of the last changes to one object, so that a change that is sent again is recognised.
///
/// Hashes are compared first, because almost every id is new.
struct RecentIDs {
    private var ids: [ChangeID] = []
    private var hashes: [Int] = []
    /// The index of the oldest id, which is replaced next.
    private var oldest = 0

    init(_ ids: [ChangeID]) {
        for id in ids { remember(id) }
    }

    var count: Int { ids.count }
    /// The ids, the oldest first.
    var all: [ChangeID] { Array(ids[oldest...] + ids[..<oldest]) }

    func contains(_ id: ChangeID) -> Bool {
        guard let index = hashes.firstIndex(of: id.hashValue) else { return false }
        return ids[index] == id || ids.contains(id)
    }

    mutating func remember(_ id: ChangeID) {
        guard ids.count == StoreAnswer.rememberedChanges else {
            ids.append(id)
            hashes.append(id.hashValue)
            return
        }
        ids[oldest] = id
        hashes[oldest] = id.hashValue
        oldest = (oldest + 1) % ids.count
    }
}
