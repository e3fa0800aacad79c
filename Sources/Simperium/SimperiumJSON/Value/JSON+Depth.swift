extension JSON {
    /// Returns true if objects and arrays are nested more than `limit` deep. The recursion stops
    /// there, so any depth is safe.
    package func isDeeper(than limit: Int) -> Bool {
        switch self {
        case .null, .bool, .number, .string: false
        case .array(let elements): limit < 1 || elements.contains { $0.isDeeper(than: limit - 1) }
        case .object(let object): object.isDeeper(than: limit)
        }
    }
}

extension JSONObject {
    package func isDeeper(than limit: Int) -> Bool {
        limit < 1 || contains { $0.value.isDeeper(than: limit - 1) }
    }
}

extension Diff {
    /// Returns true if the diff's wire format is nested more than `limit` deep. Each operation is
    /// an object there.
    package func isDeeper(than limit: Int) -> Bool {
        limit < 1 || changes.contains { $0.operation.isDeeper(than: limit - 1) }
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
