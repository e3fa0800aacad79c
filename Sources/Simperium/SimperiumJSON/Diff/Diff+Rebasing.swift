extension Diff {
    /// Returns the changes of this diff that are left to make after `theirs`.
    ///
    /// Both must be diffs of `base`. The result can be applied to the object that `theirs` makes of
    /// `base`. Each of its operations changes something and is supported by every client.
    package func rebased(over theirs: Diff, base: JSONObject) throws(DiffError) -> Diff {
        let theirs = OperationsByMemberName(theirs.changes)
        var result: [MemberChange] = []
        result.reserveCapacity(changes.count)
        var next = 0
        for change in changes {
            let position = base.position(of: change.name, near: next)
            next = (position ?? next) + 1
            let value = position.map { base[$0].value }
            let operation =
                if let theirs = theirs.operation(for: change.name) {
                    try change.operation.rebased(over: theirs, base: value)
                } else {
                    try change.operation.portableEquivalent(on: value)
                }
            if let operation {
                result.append(MemberChange(name: change.name, operation: operation))
            }
        }
        return Diff(result)
    }
}

/// A search for operations by name: linear for a few, by an index for many.
private struct OperationsByMemberName {
    private let changes: [Diff.MemberChange]
    private var positions: [JSONString: Int] = [:]

    init(_ changes: [Diff.MemberChange]) {
        self.changes = changes
        guard changes.count > 16 else { return }
        for (position, change) in changes.enumerated() { positions[change.name] = position }
    }

    func operation(for name: JSONString) -> Diff.Operation? {
        let position =
            positions.isEmpty ? changes.firstIndex { $0.name == name } : positions[name]
        return position.map { changes[$0].operation }
    }
}

extension Diff.Operation {
    /// Returns the operation that is left to do after `theirs`; nil if nothing is left.
    fileprivate func rebased(
        over theirs: Self, base: JSON?
    ) throws(DiffError) -> Self? {
        switch (self, theirs, base) {
        case (.object(let ours), .object(let theirs), .object(let base)):
            let diff = try ours.rebased(over: theirs, base: base)
            return diff.isEmpty ? nil : .object(diff)
        case (.text(let ours), .text(let theirs), .string(let text)):
            let delta = try ours.rebased(over: theirs, source: text)
            return try Self.text(delta).portableEquivalent(
                on: .string(try theirs.applied(to: text)))
        case (.increment, _, _):
            // Adds to the present number, even if the other side has replaced it.
            let present = try theirs.applied(to: base)
            guard case .number = present else {
                return try resolvedAsOurs(over: present, base: base)
            }
            return try portableEquivalent(on: present)
        case (.add(let ours), .add(let theirs), _):
            return Self(from: theirs, to: ours)
        default:
            return try resolvedAsOurs(over: try theirs.applied(to: base), base: base)
        }
    }

    /// Resolves operations that can't be merged: this operation wins, because its author writes
    /// later. Returns nil if the other operation has had the same effect.
    private func resolvedAsOurs(over present: JSON?, base: JSON?) throws(DiffError) -> Self? {
        let wanted = try applied(to: base)
        guard wanted != present else { return nil }
        switch (self, wanted) {
        case (.add, _), (.replace, _): return self
        case (_, let wanted?): return present == nil ? .add(wanted) : .replace(wanted)
        case (_, nil): return .remove
        }
    }

    /// Returns an operation with the same effect on `value` that every client supports; nil if this
    /// operation has no effect.
    fileprivate func portableEquivalent(on value: JSON?) throws(DiffError) -> Self? {
        switch self {
        case .add(let wanted), .replace(let wanted): return wanted == value ? nil : self
        case .remove: return value == nil ? nil : self
        case .text(let delta):
            if case .string(let text)? = value { return try delta.hasEffectOn(text) ? self : nil }
            return try applied(to: value) == value ? nil : self
        case .increment, .list, .listText:
            let changed = try applied(to: value)
            return changed == value ? nil : changed.map(Self.replace)
        case .object(let diff):
            guard try applied(to: value) != value else { return nil }
            return .object(try diff.rebased(over: Diff(), base: value?.object ?? JSONObject()))
        }
    }
}

extension JSONObject {
    /// Returns the members that two objects have in common. Keeps only the common parts of texts
    /// and of nested objects.
    ///
    /// A merge uses the result in place of a lost common origin. Members and text that only one
    /// object has then count as added, so the merge keeps them.
    package func commonPart(with other: JSONObject) -> JSONObject {
        var members: [Member] = []
        for (index, member) in enumerated() {
            guard let position = other.position(of: member.name, near: index),
                let value = member.value.commonPart(with: other[position].value)
            else { continue }
            members.append(Member(name: member.name, value: value))
        }
        return JSONObject(members)
    }
}

extension JSON {
    /// Returns the common part of two values; nil if they have none.
    fileprivate func commonPart(with other: JSON) -> JSON? {
        switch (self, other) {
        case (.string(let ours), .string(let theirs)): return .string(ours.commonPart(with: theirs))
        case (.object(let ours), .object(let theirs)): return .object(ours.commonPart(with: theirs))
        // A plain `nil` would be the value null.
        default: return self == other ? self : Optional.none
        }
    }
}

extension JSONString {
    /// Returns the parts of the text that are also in `other`, in order.
    fileprivate func commonPart(with other: JSONString) -> JSONString {
        let comparison = TextComparison(utf8, other.utf8)
        var result: [UInt8] = []
        var position = 0
        for hunk in comparison.hunks {
            result += comparison.old[position..<hunk.old.lowerBound]
            position = hunk.old.upperBound
        }
        result += comparison.old[position...]
        return JSONString(wellFormed: result)
    }
}
