/// The members of a JSON object, in the order in which they were first named.
///
/// Objects with the same members in another order are equal.
package struct JSONObject: Hashable, Sendable {
    package struct Member: Hashable, Sendable {
        package let name: JSONString
        package let value: JSON

        package init(name: JSONString, value: JSON) {
            self.name = name
            self.value = value
        }
    }

    var members: Members<JSON>

    package init() {
        members = Members()
    }

    init(_ members: Members<JSON>) {
        self.members = members
    }

    package init(_ members: [Member]) {
        self.members = Members(members.map { .init(name: $0.name, value: $0.value) })
    }

    /// Setting nil removes the member.
    package subscript(name: JSONString) -> JSON? {
        get { members[name] }
        set { members[name] = newValue }
    }
}

extension JSONObject: RandomAccessCollection {
    package var startIndex: Int { 0 }
    package var endIndex: Int { members.count }

    package subscript(position: Int) -> Member {
        let member = members[position]
        return Member(name: member.name, value: member.value)
    }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
    package init(dictionaryLiteral elements: (JSONString, JSON)...) {
        members = Members(elements.map { .init(name: $0.0, value: $0.1) })
    }
}
