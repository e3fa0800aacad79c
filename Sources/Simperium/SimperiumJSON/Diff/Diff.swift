/// What turns one JSON object into another: an operation for each member that differs.
///
/// On the wire it is a change's `v`: `{"title":{"o":"d","v":"=5\t+!"},"done":{"o":"r","v":true}}`.
package struct Diff: Hashable, Sendable {
    /// What happens to a member of an object, or to an element of an array.
    package enum Operation: Hashable, Sendable {
        /// `+`: sets a member that was not there; inserts an element.
        case add(JSON)
        /// `-`
        case remove
        /// `r`
        case replace(JSON)
        /// `O`: changes a member that is an object itself.
        case object(Diff)
        /// `d`: changes a string.
        case text(TextDelta)
        /// `I`: adds to a number. Only others send it.
        case increment(JSONNumber)
        /// `L`: changes an array, element by element. Only others send it.
        case list(ListDiff)
        /// `dL`: changes the text of an array, one element to a line. Only others send it.
        case listText(TextDelta)
    }

    /// The operation for one member.
    package struct Change: Hashable, Sendable {
        package let name: JSONString
        package let operation: Operation
    }

    /// At most one for each member.
    package private(set) var changes: [Change] = []

    /// The diff that changes nothing.
    package init() {}

    init(_ changes: [Change]) {
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
