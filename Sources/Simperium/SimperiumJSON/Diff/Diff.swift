/// The difference between two JSON objects: one operation for each member that differs.
///
/// A change contains it as `v`, for example
/// `{"title":{"o":"d","v":"=5\t+!"},"done":{"o":"r","v":true}}`.
package struct Diff: Hashable, Sendable {
    /// A change of a member of an object, or of an element of an array.
    package enum Operation: Hashable, Sendable {
        /// `+`: adds a missing member, or inserts an element.
        case add(JSON)
        /// `-`: removes a member or an element.
        case remove
        /// `r`: replaces a value.
        case replace(JSON)
        /// `O`: changes a member that is an object.
        case object(Diff)
        /// `d`: changes a string.
        case text(TextDelta)
        /// `I`: adds to a number. Only other clients send it.
        case increment(JSONNumber)
        /// `L`: changes the elements of an array. Only other clients send it.
        case list(ListDiff)
        /// `dL`: changes the text of an array, one element per line. Only other clients send it.
        case listText(TextDelta)
    }

    /// The operation for one member.
    package struct MemberChange: Hashable, Sendable {
        package let name: JSONString
        package let operation: Operation
    }

    /// The changes, at most one for each member.
    package private(set) var changes: [MemberChange] = []

    /// Creates the diff that changes nothing.
    package init() {}

    init(_ changes: [MemberChange]) {
        self.changes = changes
    }

    package var isEmpty: Bool { changes.isEmpty }
}

extension Diff: CustomStringConvertible {
    package var description: String {
        var bytes: [UInt8] = []
        bytes.append(json: self)
        return String(decoding: bytes, as: UTF8.self)
    }
}
