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

    var operations: Members<Operation>

    /// The diff that changes nothing.
    package init() {
        operations = Members()
    }

    init(_ operations: Members<Operation>) {
        self.operations = operations
    }

    package var isEmpty: Bool { operations.isEmpty }

    /// The names of the members that it changes, in its order.
    package var names: [JSONString] { operations.map(\.name) }

    package subscript(name: JSONString) -> Operation? {
        get { operations[name] }
        set { operations[name] = newValue }
    }
}

extension Diff: ExpressibleByDictionaryLiteral {
    package init(dictionaryLiteral elements: (JSONString, Operation)...) {
        operations = Members(elements.map { .init(name: $0.0, value: $0.1) })
    }
}

extension Diff: CustomStringConvertible {
    package var description: String {
        var bytes: [UInt8] = []
        bytes.append(json: self)
        return String(decoding: bytes, as: UTF8.self)
    }
}

/// The operations of `L`, by rising index.
///
/// An index counts as if all removals before it had not happened yet, and all insertions had.
package struct ListDiff: Hashable, Sendable {
    struct Entry: Hashable, Sendable {
        let index: Int
        let operation: Diff.Operation
    }

    let entries: [Entry]
}
