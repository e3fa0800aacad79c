extension JSONParser {
    /// Reads a diff that only sets and removes members, as nearly all do, without a tree of it. Nil
    /// for any other text, which takes more care.
    mutating func plainDiff(in text: Span<UInt8>) -> Diff? {
        do throws(JSONError) {
            guard text.count - position <= limits.bytes else { return nil }
            try checkUTF8(in: text)
            guard let changes = try plainChanges(in: text), position == text.count else {
                return nil
            }
            return Diff(changes)
        } catch {
            return nil
        }
    }

    private mutating func plainChanges(
        in text: Span<UInt8>
    ) throws(JSONError) -> [Diff.Change]? {
        guard try peek(in: text) == UInt8(ascii: "{") else { return nil }
        try enter()
        var changes: [Diff.Change] = []
        guard try !isAtEnd(UInt8(ascii: "}"), in: text) else { return changes }
        repeat {
            let name = try memberName(in: text)
            guard let operation = try plainOperation(in: text), changes.count < Self.fewChanges,
                !changes.contains(where: { $0.name == name })
            else { return nil }
            changes.append(Diff.Change(name: name, operation: operation))
        } while try hasNext(before: UInt8(ascii: "}"), in: text)
        return changes
    }

    /// So few that each may be compared with all others.
    private static let fewChanges = 16

    /// Reads `{"o":"r","v":…}`, and nothing that is written in another way.
    private mutating func plainOperation(
        in text: Span<UInt8>
    ) throws(JSONError) -> Diff.Operation? {
        guard try peek(in: text) == UInt8(ascii: "{") else { return nil }
        try enter()
        defer { depth -= 1 }
        guard try memberName(in: text) == .operation, try peek(in: text) == UInt8(ascii: "\"")
        else { return nil }
        let code = try string(in: text)
        guard code != .remove else {
            return try hasNext(before: UInt8(ascii: "}"), in: text) ? nil : .remove
        }
        guard try hasNext(before: UInt8(ascii: "}"), in: text),
            try memberName(in: text) == .operand
        else { return nil }
        let operand = try value(in: text)
        guard try !hasNext(before: UInt8(ascii: "}"), in: text) else { return nil }
        switch code {
        case .add: return .add(operand)
        case .replace: return .replace(operand)
        default: return nil
        }
    }
}
