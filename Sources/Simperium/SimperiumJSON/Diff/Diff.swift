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

    package struct MemberChange: Hashable, Sendable {
        package let name: JSONString
        package let operation: Operation
    }

    /// The changes, at most one for each member.
    package private(set) var changes: [MemberChange] = []

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

extension Diff {
    /// Creates the diff that changes `old` into `new`, with operations that every client supports.
    package init(from old: JSONObject, to new: JSONObject) {
        var changes: [MemberChange] = []
        var isFound = [Bool](repeating: false, count: new.count)
        for (index, member) in old.enumerated() {
            guard let position = new.position(of: member.name, near: index) else {
                changes.append(MemberChange(name: member.name, operation: .remove))
                continue
            }
            isFound[position] = true
            let change = Operation(from: member.value, to: new[position].value)
            if let change { changes.append(MemberChange(name: member.name, operation: change)) }
        }
        for (member, isFound) in zip(new, isFound) where !isFound {
            changes.append(MemberChange(name: member.name, operation: .add(member.value)))
        }
        self.init(changes)
    }

    /// Returns a diff with the same effect on `object`, with operations that every client supports.
    package func portableEquivalent(on object: JSONObject) throws(DiffError) -> Diff {
        Diff(from: object, to: try applied(to: object))
    }
}

extension Diff.Operation {
    /// Creates the operation that changes `old` into `new`; returns nil if the values are equal.
    init?(from old: JSON, to new: JSON) {
        switch (old, new) {
        case (.string(let old), .string(let new)):
            guard old != new else { return nil }
            self = .text(TextDelta(from: old, to: new))
        case (.object(let old), .object(let new)):
            let diff = Diff(from: old, to: new)
            guard !diff.isEmpty else { return nil }
            self = .object(diff)
        default:
            guard old != new else { return nil }
            self = .replace(new)
        }
    }
}

/// The operations of `L`, sorted by index. An index also counts the elements that earlier entries
/// insert, and those that earlier entries remove.
package struct ListDiff: Hashable, Sendable {
    struct ElementChange: Hashable, Sendable {
        let index: Int
        let operation: Diff.Operation
    }

    let entries: [ElementChange]

    func applied(to elements: [JSON]) throws(DiffError) -> [JSON] {
        var result: [JSON] = []
        var rest = elements[...]
        var removed = 0
        for entry in entries {
            let kept = entry.index - removed - result.count
            guard kept <= rest.count else { throw .badIndex }
            result += rest.prefix(kept)
            rest = rest.dropFirst(kept)
            switch entry.operation {
            case .add(let value): result.append(value)
            default:
                guard let element = rest.popFirst() else { throw .badIndex }
                if let changed = try entry.operation.applied(to: element) {
                    result.append(changed)
                } else {
                    removed += 1
                }
            }
        }
        return result + rest
    }
}

/// The reason why JSON is not a diff, or why a diff does not fit a value.
package enum DiffError: Error, Hashable, Codable, Sendable {
    case notADiff
    case unknownOperation
    /// An operation without `v`, or with a `v` of the wrong type.
    case badOperand
    /// An index that is not a plain number, occurs twice, or is beyond the end.
    case badIndex
    /// A token that begins with none of `=` `-` `+`, or has a bad count.
    case badToken
    /// An invalid `%` escape, an unescaped character outside ASCII, or invalid UTF-8.
    case badEscape
    case missingMember
    case wrongType
    case wrongLength
    /// A text with an unpaired surrogate.
    case brokenPair
    /// A sum that is not a finite number.
    case numberOutOfRange
    /// A line in an array's text that is not one JSON value.
    case badElement
}
