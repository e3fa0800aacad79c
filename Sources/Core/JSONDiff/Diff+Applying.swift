extension Diff {
    /// What the diff makes of `object`.
    package func applied(to object: JSONObject) throws(DiffError) -> JSONObject {
        var result = object
        var removed: [Int] = []
        var added: [JSONObject.Member] = []
        var next = 0
        for change in changes {
            let position = result.position(of: change.name, near: next)
            next = (position ?? next) + 1
            let present = position.map { result[$0].value }
            switch (position, try change.operation.applied(to: present)) {
            case (let position?, let value?): result.replace(at: position, with: value)
            case (let position?, nil): removed.append(position)
            case (nil, let value?): added.append(.init(name: change.name, value: value))
            case (nil, nil): break
            }
        }
        result.update(removing: removed, adding: added)
        return result
    }
}

extension Diff.Operation {
    /// What becomes of a member with `value`, nil for a member that is not there.
    package func applied(to value: JSON?) throws(DiffError) -> JSON? {
        switch self {
        case .add(let new), .replace(let new): return new
        case .remove: return nil
        case .object, .text, .increment, .list, .listText:
            guard let value else { throw .missingMember }
            return try changed(value)
        }
    }

    private func changed(_ value: JSON) throws(DiffError) -> JSON {
        switch (self, value) {
        case (.object(let diff), .object(let object)): .object(try diff.applied(to: object))
        case (.text(let delta), .string(let text)): .string(try delta.applied(to: text))
        case (.increment(let step), .number(let number)): .number(try number.adding(step))
        case (.list(let list), .array(let elements)): .array(try list.applied(to: elements))
        case (.listText(let delta), .array(let elements)):
            .array(try delta.applied(toLinesOf: elements))
        default: throw DiffError.wrongType
        }
    }
}

extension JSONNumber {
    /// Whole numbers exactly; others, and sums that do not fit, as the doubles that all peers use.
    fileprivate func adding(_ step: JSONNumber) throws(DiffError) -> JSONNumber {
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
