/// The members of a JSON object, in the order in which they were first named.
///
/// Objects with the same members in another order are equal. A few members are searched one by one,
/// which is fastest; from `indexed` on there is an index, so that no size is quadratic.
package struct JSONObject: Sendable {
    package struct Member: Hashable, Sendable {
        package let name: JSONString
        package var value: JSON

        package init(name: JSONString, value: JSON) {
            self.name = name
            self.value = value
        }
    }

    private static let indexed = 17

    private var members: [Member] = []
    /// Where each name is in `members`; empty while there are few.
    private var positions: [JSONString: Int] = [:]

    package init() {}

    /// Of members with the same name the last one wins, in the place of the first.
    package init(_ members: some Sequence<Member>) {
        self.members = Array(members)
        reindex()
        guard hasDuplicates else { return }
        self = JSONObject()
        for member in members { self[member.name] = member.value }
    }

    package subscript(name: JSONString) -> JSON? {
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

    /// Whoever walks two objects at once finds most names where they are in the other: `hint`.
    func position(of name: JSONString, near hint: Int = 0) -> Int? {
        if hint < members.count, members[hint].name == name { return hint }
        guard positions.isEmpty else { return positions[name] }
        return members.firstIndex { $0.name == name }
    }

    private mutating func append(_ member: Member) {
        members.append(member)
        if !positions.isEmpty {
            positions[member.name] = members.count - 1
        } else if members.count == Self.indexed {
            reindex()
        }
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

extension JSONObject: RandomAccessCollection {
    package var startIndex: Int { 0 }
    package var endIndex: Int { members.count }
    package subscript(position: Int) -> Member { members[position] }
}

extension JSONObject: Hashable {
    package static func == (left: JSONObject, right: JSONObject) -> Bool {
        guard left.count == right.count else { return false }
        for (place, member) in left.members.enumerated() {
            guard let position = right.position(of: member.name, near: place),
                right.members[position].value == member.value
            else { return false }
        }
        return true
    }

    /// The same whatever the order of members.
    package func hash(into hasher: inout Hasher) {
        var sum = 0
        for member in members { sum &+= member.hashValue }
        hasher.combine(sum)
    }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
    package init(dictionaryLiteral elements: (JSONString, JSON)...) {
        self.init(elements.map { Member(name: $0.0, value: $0.1) })
    }
}
