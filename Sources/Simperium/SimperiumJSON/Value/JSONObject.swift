/// The members of a JSON object, in the order of their first occurrence.
///
/// Objects with the same members are equal in any order. A few members are searched linearly, which
/// is fastest. More members have an index, so that large objects don't take quadratic time.
public struct JSONObject: Sendable {
    /// A name and its value.
    public struct Member: Hashable, Sendable {
        public let name: JSONString
        public fileprivate(set) var value: JSON

        public init(name: JSONString, value: JSON) {
            self.name = name
            self.value = value
        }
    }

    private static let few = 16

    private var members: [Member] = []
    private var index = NameIndex()

    /// Creates an object without members.
    public init() {}

    /// Creates an object. If several members have the same name, the last value counts, at the
    /// position of the first.
    public init(_ members: [Member]) {
        self.members = members
        guard !rebuildIndexCheckingUniqueness() else { return }
        self = JSONObject()
        for member in members { self[member.name] = member.value }
    }

    /// The value of a member; nil if it is missing. Setting nil removes the member.
    public subscript(name: JSONString) -> JSON? {
        get {
            position(of: name).map { members[$0].value }
        }
        set {
            switch (position(of: name), newValue) {
            case (let position?, let value?): members[position].value = value
            case (let position?, nil): update(removing: [position])
            case (nil, let value?): append(Member(name: name, value: value))
            case (nil, nil): break
            }
        }
    }

    /// Returns the position of a member, if any. `hint` is tried first, because most objects have
    /// their members in the same order.
    func position(of name: JSONString, near hint: Int = 0) -> Int? {
        if hint < members.count, members[hint].name == name { return hint }
        guard index.isEmpty else { return index.position(of: name, in: members) }
        return members.firstIndex { $0.name == name }
    }

    mutating func replace(at position: Int, with value: JSON) {
        members[position].value = value
    }

    /// Removes and adds several members at once. The added names must be new.
    mutating func update(removing positions: [Int], adding added: [Member] = []) {
        guard !positions.isEmpty || !added.isEmpty else { return }
        if !positions.isEmpty {
            var isKept = [Bool](repeating: true, count: members.count)
            for position in positions { isKept[position] = false }
            members = zip(members, isKept).compactMap { $1 ? $0 : nil }
        }
        members += added
        rebuildIndexCheckingUniqueness()
    }

    private mutating func append(_ member: Member) {
        members.append(member)
        if members.count > Swift.max(Self.few, index.capacity) {
            rebuildIndexCheckingUniqueness()
        } else if !index.isEmpty {
            index.insert(members.count - 1, of: members)
        }
    }

    /// Builds the index if there are many members. Returns false if a name occurs twice.
    @discardableResult
    private mutating func rebuildIndexCheckingUniqueness() -> Bool {
        index = NameIndex()
        guard members.count > Self.few else { return !hasTwins }
        index = NameIndex(capacity: members.count)
        return members.indices.allSatisfy { index.insert($0, of: members) }
    }

    private var hasTwins: Bool {
        for (position, member) in members.enumerated() {
            for earlier in members[..<position] where earlier.name == member.name { return true }
        }
        return false
    }
}

extension JSONObject: RandomAccessCollection {
    public var startIndex: Int { 0 }
    public var endIndex: Int { members.count }
    public subscript(position: Int) -> Member { members[position] }
}

extension JSONObject: Hashable {
    public static func == (left: JSONObject, right: JSONObject) -> Bool {
        guard left.count == right.count else { return false }
        for (index, member) in left.members.enumerated() {
            guard let position = right.position(of: member.name, near: index),
                right.members[position].value == member.value
            else { return false }
        }
        return true
    }

    public func hash(into hasher: inout Hasher) {
        var sum = 0
        for member in members { sum &+= member.hashValue }
        hasher.combine(sum)
    }
}

extension JSONObject {
    /// Returns the names of the members that are new or changed, then of the removed ones.
    package func namesOfChangedMembers(since old: JSONObject) -> [JSONString] {
        let changed = filter { old[$0.name] != $0.value }.map(\.name)
        return changed + old.filter { self[$0.name] == nil }.map(\.name)
    }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
    public init(dictionaryLiteral elements: (JSONString, JSON)...) {
        self.init(elements.map { Member(name: $0.0, value: $0.1) })
    }
}

/// A hash table of the positions of names. It stores no names, so each call passes the members.
struct NameIndex: Sendable {
    /// A position, or -1 in a free slot; and bits of the name's hash, so that most names need no
    /// comparison.
    private struct HashSlot {
        var position: Int32 = -1
        var hashBits: Int32 = 0
    }

    private var slots: [HashSlot] = []

    init() {}

    init(capacity: Int) {
        let bits = Int.bitWidth - capacity.leadingZeroBitCount
        slots = [HashSlot](repeating: HashSlot(), count: 2 << bits)
    }

    var isEmpty: Bool { slots.isEmpty }
    /// The number of names that the table has room for.
    var capacity: Int { slots.count / 2 }

    func position(of name: JSONString, in members: [JSONObject.Member]) -> Int? {
        let position = slots[findSlot(name, in: members).slot].position
        return position < 0 ? nil : Int(position)
    }

    /// Adds the name of the member at `position`. Returns false if the table already has the name.
    @discardableResult
    mutating func insert(_ position: Int, of members: [JSONObject.Member]) -> Bool {
        let (slot, hashBits) = findSlot(members[position].name, in: members)
        guard slots[slot].position < 0 else { return false }
        slots[slot] = HashSlot(position: Int32(position), hashBits: hashBits)
        return true
    }

    /// Returns the slot of the name, or the free slot for it, and the bits of its hash.
    private func findSlot(
        _ name: JSONString, in members: [JSONObject.Member]
    ) -> (slot: Int, hashBits: Int32) {
        let hash = name.hashValue
        let hashBits = Int32(truncatingIfNeeded: hash >> 32)
        var slot = hash & (slots.count - 1)
        while slots[slot].position >= 0 {
            if slots[slot].hashBits == hashBits, members[Int(slots[slot].position)].name == name {
                break
            }
            slot = (slot + 1) & (slots.count - 1)
        }
        return (slot, hashBits)
    }
}
