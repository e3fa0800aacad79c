extension JSONParser {
    /// Reads a short diff with only `+`, `-` and `r`, without building its tree. Returns nil if the
    /// text is not valid, has any other form, or exceeds a limit.
    mutating func fastPathDiff(in text: Span<UInt8>) -> Diff? {
        do throws(JSONError) {
            guard text.count - position <= limits.bytes else { return nil }
            try checkUTF8(in: text)
            guard let changes = try fastPathChanges(in: text), position == text.count else {
                return nil
            }
            return Diff(changes)
        } catch {
            return nil
        }
    }

    private mutating func fastPathChanges(
        in text: Span<UInt8>
    ) throws(JSONError) -> [Diff.MemberChange]? {
        guard try peek(in: text) == UInt8(ascii: "{") else { return nil }
        try enterContainer()
        var changes: [Diff.MemberChange] = []
        changes.reserveCapacity(Self.usualChanges)
        guard try !consumeClose(UInt8(ascii: "}"), in: text) else { return changes }
        repeat {
            let name = try memberName(in: text)
            guard let operation = try fastPathOperation(in: text), changes.count < Self.fewChanges,
                !changes.contains(where: { $0.name == name })
            else { return nil }
            changes.append(Diff.MemberChange(name: name, operation: operation))
        } while try consumeSeparator(before: UInt8(ascii: "}"), in: text)
        return changes
    }

    /// The number of members in most diffs.
    private static let usualChanges = 2
    /// The maximum number of members of a diff on the fast path, because each name is compared with
    /// all others.
    private static let fewChanges = 16

    /// Reads `{"o":"r","v":…}`, `{"o":"+","v":…}` or `{"o":"-"}`; nil for any other form.
    private mutating func fastPathOperation(
        in text: Span<UInt8>
    ) throws(JSONError) -> Diff.Operation? {
        guard try peek(in: text) == UInt8(ascii: "{") else { return nil }
        try enterContainer()
        defer { depth -= 1 }
        guard try enterMemberIfNamed("o", in: text), let code = oneByteString(in: text) else {
            return nil
        }
        let hasOperand = try consumeSeparator(before: UInt8(ascii: "}"), in: text)
        if code == UInt8(ascii: "-") { return hasOperand ? nil : .remove }
        guard hasOperand, try enterMemberIfNamed("v", in: text) else { return nil }
        let operand = try value(in: text)
        guard try !consumeSeparator(before: UInt8(ascii: "}"), in: text) else { return nil }
        switch code {
        case UInt8(ascii: "+"): return .add(operand)
        case UInt8(ascii: "r"): return .replace(operand)
        default: return nil
        }
    }

    /// Moves to the value of the next member and returns true if the member has this name.
    /// Otherwise returns false, and parsing can't continue here.
    private mutating func enterMemberIfNamed(
        _ name: Unicode.Scalar, in text: Span<UInt8>
    ) throws(JSONError) -> Bool {
        skipSpace(in: text)
        guard oneByteString(in: text) == UInt8(ascii: name) else { return false }
        skipSpace(in: text)
        try expect(UInt8(ascii: ":"), in: text)
        skipSpace(in: text)
        return true
    }

    /// Reads a string of one byte; nil for any other text.
    private mutating func oneByteString(in text: Span<UInt8>) -> UInt8? {
        guard position + 2 < text.count, text[position] == UInt8(ascii: "\""),
            text[position + 2] == UInt8(ascii: "\"")
        else { return nil }
        position += 3
        return text[position - 2]
    }
}
