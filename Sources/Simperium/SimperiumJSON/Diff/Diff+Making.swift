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

    /// Returns the diff with the same effect on `object`, with operations that every client
    /// supports.
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
