extension Diff {
    /// The diff that makes `new` of `old`, in operations that every client understands.
    package init(from old: JSONObject, to new: JSONObject) {
        operations = Members()
        var found = 0
        for (place, member) in old.members.enumerated() {
            guard let position = new.members.position(of: member.name, near: place) else {
                operations.append(.init(name: member.name, value: .remove))
                continue
            }
            found += 1
            let change = Operation(from: member.value, to: new.members[position].value)
            if let change { operations.append(.init(name: member.name, value: change)) }
        }
        guard found < new.count else { return }
        for (place, member) in new.members.enumerated()
        where old.members.position(of: member.name, near: place) == nil {
            operations.append(.init(name: member.name, value: .add(member.value)))
        }
    }

    /// The same change to `object` in the operations that every client understands.
    package func normalised(on object: JSONObject) throws(DiffError) -> Diff {
        Diff(from: object, to: try applied(to: object))
    }
}

extension Diff.Operation {
    /// Nil if the values are equal.
    package init?(from old: JSON, to new: JSON) {
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
