extension Diff {
    package func applied(to object: JSONObject) throws(DiffError) -> JSONObject {
        var result = object
        try applyChanges(on: &result)
        return result
    }

    /// Applies the diff to `object`. If the diff does not fit, throws and leaves `object`
    /// unchanged.
    package func apply(to object: inout JSONObject) throws(DiffError) {
        if changes.allSatisfy(\.operation.fitsAnything) {
            // In place, so that unchanged members are not touched.
            try applyChanges(on: &object)
        } else {
            object = try applied(to: object)
        }
    }

    private func applyChanges(on result: inout JSONObject) throws(DiffError) {
        var removed: [Int] = []
        var added: [JSONObject.Member] = []
        var next = 0
        for change in changes {
            let position = result.position(of: change.name, near: next)
            next = (position ?? next) + 1
            switch (position, try change.operation.applied(to: position.map { result[$0].value })) {
            case (let position?, let value?): result.replace(at: position, with: value)
            case (let position?, nil): removed.append(position)
            case (nil, let value?): added.append(.init(name: change.name, value: value))
            case (nil, nil): break
            }
        }
        result.update(removing: removed, adding: added)
    }
}

extension Diff.Operation {
    /// True if the operation can be applied to any value, and to a missing one.
    fileprivate var fitsAnything: Bool {
        switch self {
        case .add, .remove, .replace: true
        case .object, .text, .increment, .list, .listText: false
        }
    }

    /// Returns a member's new value; nil if the operation removes the member. `value` is evaluated
    /// only if needed.
    func applied(to value: @autoclosure () -> JSON?) throws(DiffError) -> JSON? {
        switch self {
        case .add(let new), .replace(let new): return new
        case .remove: return nil
        case .object, .text, .increment, .list, .listText:
            guard let value = value() else { throw .missingMember }
            return try changed(value)
        }
    }

    private func changed(_ value: JSON) throws(DiffError) -> JSON {
        switch (self, value) {
        case (.object(let diff), .object(let object)): .object(try diff.applied(to: object))
        case (.text(let delta), .string(let text)): .string(try delta.applied(to: text))
        case (.increment(let step), .number(let number)):
            .number(try number.addingInDoublesOnOverflow(step))
        case (.list(let list), .array(let elements)): .array(try list.applied(to: elements))
        case (.listText(let delta), .array(let elements)):
            .array(try delta.applied(toLinesOf: elements))
        default: throw DiffError.wrongType
        }
    }
}

extension JSONNumber {
    /// Adds whole numbers exactly. Other numbers, and sums that overflow, are added as doubles, as
    /// all peers do.
    fileprivate func addingInDoublesOnOverflow(_ step: JSONNumber) throws(DiffError) -> JSONNumber {
        if let left = int, let right = step.int {
            let (sum, overflows) = left.addingReportingOverflow(right)
            if !overflows { return JSONNumber(sum) }
        }
        guard let left = double, let right = step.double, let sum = JSONNumber(left + right) else {
            throw .numberOutOfRange
        }
        return sum
    }
}
