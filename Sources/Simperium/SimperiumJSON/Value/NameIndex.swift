/// Where each name is among many members: a hash table of their positions.
///
/// It keeps no names of its own, so each question comes with the members it is about.
struct NameIndex: Sendable {
    /// Free, or a position beside some bits of the name's hash, which tell most other names
    /// without a look at them.
    private struct Slot {
        var position: Int32 = -1
        var mark: Int32 = 0
    }

    private var slots: [Slot] = []

    init() {}

    /// With room for so many names and a few more.
    init(capacity: Int) {
        let bits = Int.bitWidth - capacity.leadingZeroBitCount
        slots = [Slot](repeating: Slot(), count: 2 << bits)
    }

    var isEmpty: Bool { slots.isEmpty }
    /// How many names it has room for.
    var capacity: Int { slots.count / 2 }

    func position(of name: JSONString, in members: [JSONObject.Member]) -> Int? {
        let position = slots[find(name, in: members).slot].position
        return position < 0 ? nil : Int(position)
    }

    /// Adds the name at `position`, unless it is there already: then the answer is false.
    @discardableResult
    mutating func insert(_ position: Int, of members: [JSONObject.Member]) -> Bool {
        let (slot, mark) = find(members[position].name, in: members)
        guard slots[slot].position < 0 else { return false }
        slots[slot] = Slot(position: Int32(position), mark: mark)
        return true
    }

    /// The index of a name's slot, or of the free one where it belongs.
    private func find(
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
