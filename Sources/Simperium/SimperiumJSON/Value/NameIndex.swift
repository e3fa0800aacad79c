/// A hash table with the positions of names among many members.
///
/// It stores no names, so each call passes the members.
struct NameIndex: Sendable {
    /// The position of a name, or -1 if the slot is free. `mark` has further bits of the name's
    /// hash, so that most other names are skipped without a comparison.
    private struct Slot {
        var position: Int32 = -1
        var mark: Int32 = 0
    }

    private var slots: [Slot] = []

    init() {}

    /// Creates a table with room for at least `capacity` names.
    init(capacity: Int) {
        let bits = Int.bitWidth - capacity.leadingZeroBitCount
        slots = [Slot](repeating: Slot(), count: 2 << bits)
    }

    var isEmpty: Bool { slots.isEmpty }
    /// The most names that the table has room for.
    var capacity: Int { slots.count / 2 }

    func position(of name: JSONString, in members: [JSONObject.Member]) -> Int? {
        let position = slots[findSlot(name, in: members).slot].position
        return position < 0 ? nil : Int(position)
    }

    /// Adds the name of the member at `position`. Returns false if the table already has the name.
    @discardableResult
    mutating func insert(_ position: Int, of members: [JSONObject.Member]) -> Bool {
        let (slot, mark) = findSlot(members[position].name, in: members)
        guard slots[slot].position < 0 else { return false }
        slots[slot] = Slot(position: Int32(position), mark: mark)
        return true
    }

    /// Returns the slot of the name, or the free slot for it, and the mark of the name.
    private func findSlot(
        _ name: JSONString, in members: [JSONObject.Member]
    ) -> (slot: Int, mark: Int32) {
        let hash = name.hashValue
        let mark = Int32(truncatingIfNeeded: hash >> 32)
        var slot = hash & (slots.count - 1)
        while slots[slot].position >= 0 {
            if slots[slot].mark == mark, members[Int(slots[slot].position)].name == name { break }
            slot = (slot + 1) & (slots.count - 1)
        }
        return (slot, mark)
    }
}
