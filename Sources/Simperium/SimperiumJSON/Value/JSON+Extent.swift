/// A sum of the approximate lengths of values as text, which stops at a limit.
private struct Extent {
    private(set) var room: Int
    var isOver: Bool { room < 0 }

    mutating func take(_ bytes: Int) {
        room -= bytes
    }

    mutating func add(_ value: JSON) {
        guard !isOver else { return }
        switch value {
        case .null, .bool: take(4)
        case .number(let number): take(number.extent)
        case .string(let text): take(text.utf8Count + 2)
        case .array(let elements):
            take(2)
            for element in elements where !isOver { add(element) }
        case .object(let object): add(object)
        }
    }

    mutating func add(_ object: JSONObject) {
        take(2)
        for member in object where !isOver {
            take(member.name.utf8Count + 4)
            add(member.value)
        }
    }

    mutating func add(_ diff: Diff) {
        for change in diff.changes where !isOver {
            take(change.name.utf8Count + 16)
            add(change.operation)
        }
    }

    private mutating func add(_ operation: Diff.Operation) {
        switch operation {
        case .remove: break
        case .add(let value), .replace(let value): add(value)
        case .object(let diff): add(diff)
        case .text(let delta), .listText(let delta): take(delta.extent)
        case .increment(let number): take(number.extent)
        case .list(let list):
            for entry in list.entries where !isOver {
                take(16)
                add(entry.operation)
            }
        }
    }
}

extension JSONObject {
    /// True if the object has roughly more than `limit` bytes as text. The search stops at the
    /// limit.
    package func isLonger(than limit: Int) -> Bool {
        var extent = Extent(room: limit)
        extent.add(self)
        return extent.isOver
    }
}

extension Diff {
    /// True if the diff has roughly more than `limit` bytes as text. The search stops at the limit.
    package func isLonger(than limit: Int) -> Bool {
        var extent = Extent(room: limit)
        extent.add(self)
        return extent.isOver
    }
}

extension TextDelta {
    fileprivate var extent: Int { edits.reduce(8) { $0 + 16 + $1.inserted.utf8Count } }
}
