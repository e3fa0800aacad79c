/// Named values in the order in which their names first came, each name once.
///
/// A few are searched one by one, which is fastest; from `indexed` on there is an index, so that no
/// number of them is quadratic.
struct Members<Value: Hashable & Sendable>: Sendable {
    struct Member: Hashable, Sendable {
        let name: JSONString
        var value: Value
    }

    private static var indexed: Int { 17 }

    private var members: [Member] = []
    /// Where each name is; empty while there are few.
    private var positions: [JSONString: Int] = [:]

    init() {}

    /// Of members with the same name the last one wins, in the place of the first.
    init(_ members: [Member]) {
        self.members = members
        reindex()
        guard hasDuplicates else { return }
        self = Members()
        for member in members { self[member.name] = member.value }
    }

    subscript(name: JSONString) -> Value? {
        get {
            position(of: name).map { members[$0].value }
        }
        set {
            switch (position(of: name), newValue) {
            case (let position?, let value?): members[position].value = value
            case (let position?, nil): remove(at: position)
            case (nil, let value?): append(Member(name: name, value: value))
            case (nil, nil): break
            }
        }
    }

    /// Whoever walks two of these at once finds most names of one where they are in the other.
    func position(of name: JSONString, near hint: Int = 0) -> Int? {
        if hint < members.count, members[hint].name == name { return hint }
        guard positions.isEmpty else { return positions[name] }
        return members.firstIndex { $0.name == name }
    }

    /// For a name that is known to be new.
    mutating func append(_ member: Member) {
        members.append(member)
        if !positions.isEmpty {
            positions[member.name] = members.count - 1
        } else if members.count >= Self.indexed {
            reindex()
        }
    }

    mutating func replace(at position: Int, with value: Value) {
        members[position].value = value
    }

    /// Many at once, for each alone moves all that come behind it.
    mutating func remove(at removed: Set<Int>) {
        guard !removed.isEmpty else { return }
        members = members.indices.filter { !removed.contains($0) }.map { members[$0] }
        reindex()
    }

    private mutating func remove(at position: Int) {
        members.remove(at: position)
        reindex()
    }

    private mutating func reindex() {
        positions.removeAll()
        guard members.count >= Self.indexed else { return }
        positions.reserveCapacity(members.count)
        for (position, member) in members.enumerated() { positions[member.name] = position }
    }

    private var hasDuplicates: Bool {
        guard positions.isEmpty else { return positions.count < members.count }
        for (position, member) in members.enumerated() {
            for earlier in members[..<position] where earlier.name == member.name { return true }
        }
        return false
    }
}

extension Members: RandomAccessCollection {
    var startIndex: Int { 0 }
    var endIndex: Int { members.count }
    subscript(position: Int) -> Member { members[position] }
}

/// The same members in another order are equal.
extension Members: Hashable {
    static func == (left: Members, right: Members) -> Bool {
        guard left.count == right.count else { return false }
        for (place, member) in left.members.enumerated() {
            guard let position = right.position(of: member.name, near: place),
                right.members[position].value == member.value
            else { return false }
        }
        return true
    }

    func hash(into hasher: inout Hasher) {
        var sum = 0
        for member in members { sum &+= member.hashValue }
        hasher.combine(sum)
    }
}
