/// A sum of the approximate lengths of values as text, which stops at a limit.
private struct LimitedLengthEstimate {
    private(set) var room: Int
    var isOver: Bool { room < 0 }

    mutating func addBytes(_ bytes: Int) {
        room -= bytes
    }

    mutating func addValue(_ value: JSON) {
        guard !isOver else { return }
        switch value {
        case .null, .bool: addBytes(4)
        case .number(let number): addBytes(number.estimatedLength)
        case .string(let text): addBytes(text.utf8Count + 2)
        case .array(let elements):
            addBytes(2)
            for element in elements where !isOver { addValue(element) }
        case .object(let object): addObject(object)
        }
    }

    mutating func addObject(_ object: JSONObject) {
        addBytes(2)
        for member in object where !isOver {
            addBytes(member.name.utf8Count + 4)
            addValue(member.value)
        }
    }

    mutating func addDiff(_ diff: Diff) {
        for change in diff.changes where !isOver {
            addBytes(change.name.utf8Count + 16)
            addOperation(change.operation)
        }
    }

    private mutating func addOperation(_ operation: Diff.Operation) {
        switch operation {
        case .remove: break
        case .add(let value), .replace(let value): addValue(value)
        case .object(let diff): addDiff(diff)
        case .text(let delta), .listText(let delta): addBytes(delta.estimatedLength)
        case .increment(let number): addBytes(number.estimatedLength)
        case .list(let list):
            for entry in list.entries where !isOver {
                addBytes(16)
                addOperation(entry.operation)
            }
        }
    }
}

extension JSONObject {
    /// Returns true if the object has roughly more than `limit` bytes as text. Counting stops at
    /// the limit.
    package func isRoughlyLonger(than limit: Int) -> Bool {
        var estimate = LimitedLengthEstimate(room: limit)
        estimate.addObject(self)
        return estimate.isOver
    }

    /// Returns true if the object has more than `limit` bytes as compact JSON.
    package func hasMoreBytesThan(_ limit: Int) -> Bool {
        // An escape has at most six bytes, so the estimate alone proves that nearly all objects are
        // short. For most other objects, the scan ends long before the end of the texts.
        guard isRoughlyLonger(than: limit / 6) else { return false }
        var excess = lengthIfAllEscaped - limit
        subtractUnneededEscapeLength(fromWorstCase: &excess)
        return excess > 0 && utf8.count > limit
    }

    fileprivate var lengthIfAllEscaped: Int {
        reduce(Swift.max(2, count + 1)) {
            $0 + $1.name.lengthIfAllEscaped + 1 + $1.value.lengthIfAllEscaped
        }
    }

    fileprivate func subtractUnneededEscapeLength(fromWorstCase excess: inout Int) {
        for member in self where excess > 0 {
            member.name.subtractUnneededEscapeLength(fromWorstCase: &excess)
            member.value.subtractUnneededEscapeLength(fromWorstCase: &excess)
        }
    }

    /// The approximate length as text: at least a sixth of the length as compact JSON.
    var estimatedLength: Int {
        var estimate = LimitedLengthEstimate(room: .max)
        estimate.addObject(self)
        return .max - estimate.room
    }

    package func isDeeper(than limit: Int) -> Bool {
        limit < 1 || contains { $0.value.isDeeper(than: limit - 1) }
    }
}

extension JSON {
    /// The length as compact JSON, if each byte of a text needed the longest escape.
    fileprivate var lengthIfAllEscaped: Int {
        switch self {
        case .string(let text): text.lengthIfAllEscaped
        case .array(let elements):
            elements.reduce(max(2, elements.count + 1)) { $0 + $1.lengthIfAllEscaped }
        case .object(let object): object.lengthIfAllEscaped
        case .null, .bool, .number: utf8.count
        }
    }

    fileprivate func subtractUnneededEscapeLength(fromWorstCase excess: inout Int) {
        switch self {
        case .string(let text): text.subtractUnneededEscapeLength(fromWorstCase: &excess)
        case .array(let elements):
            for element in elements where excess > 0 {
                element.subtractUnneededEscapeLength(fromWorstCase: &excess)
            }
        case .object(let object): object.subtractUnneededEscapeLength(fromWorstCase: &excess)
        case .null, .bool, .number: break
        }
    }

    /// Returns true if the value is nested more than `limit` deep. The recursion stops at this
    /// depth.
    package func isDeeper(than limit: Int) -> Bool {
        switch self {
        case .null, .bool, .number, .string: false
        case .array(let elements): limit < 1 || elements.contains { $0.isDeeper(than: limit - 1) }
        case .object(let object): object.isDeeper(than: limit)
        }
    }
}

extension Diff {
    /// Returns true if the diff has roughly more than `limit` bytes as text. Counting stops at the
    /// limit.
    package func isRoughlyLonger(than limit: Int) -> Bool {
        var estimate = LimitedLengthEstimate(room: limit)
        estimate.addDiff(self)
        return estimate.isOver
    }

    /// Returns true if the wire format, with an object for each operation, is nested more than
    /// `limit` deep.
    package func isDeeper(than limit: Int) -> Bool {
        limit < 1 || changes.contains { $0.operation.isDeeper(than: limit - 1) }
    }
}

extension TextDelta {
    fileprivate var estimatedLength: Int {
        replacements.reduce(8) { $0 + 16 + $1.inserted.utf8Count }
    }
}

extension Diff.Operation {
    fileprivate func isDeeper(than limit: Int) -> Bool {
        guard limit > 0 else { return true }
        return switch self {
        case .remove, .text, .increment, .listText: false
        case .add(let value), .replace(let value): value.isDeeper(than: limit - 1)
        case .object(let diff): diff.isDeeper(than: limit - 1)
        case .list(let diff):
            limit < 2 || diff.entries.contains { $0.operation.isDeeper(than: limit - 2) }
        }
    }
}
