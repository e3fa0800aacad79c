extension JSONObject {
    /// Returns what two objects have in common: equal members, and the parts of texts that are
    /// in both.
    ///
    /// It takes the place of the object that both come from, if that one is lost. All
    /// that one of them has and the other lacks then counts as added, so a merge keeps it.
    package func common(with other: JSONObject) -> JSONObject {
        var members: [Member] = []
        for (index, member) in enumerated() {
            guard let position = other.position(of: member.name, near: index),
                let value = member.value.common(with: other[position].value)
            else { continue }
            members.append(Member(name: member.name, value: value))
        }
        return JSONObject(members)
    }
}

extension JSON {
    /// Returns what two values have in common; nil if they must be taken for two values.
    fileprivate func common(with other: JSON) -> JSON? {
        switch (self, other) {
        case (.string(let ours), .string(let theirs)): return .string(ours.common(with: theirs))
        case (.object(let ours), .object(let theirs)): return .object(ours.common(with: theirs))
        // A plain `nil` would be the value null.
        default: return self == other ? self : Optional.none
        }
    }
}

extension JSONString {
    /// Returns the text that is left if all that differs is taken out.
    fileprivate func common(with other: JSONString) -> JSONString {
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
