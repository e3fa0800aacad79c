import SimperiumJSON

extension JSON {
    /// Applies a diff as chapter 5 of `Sources/PROTOCOL.md` describes it. Returns nil if it does
    /// not fit.
    ///
    /// The programs have another reader of diffs. This one shares no code with them.
    func applying(_ diff: JSON) -> JSON? {
        guard case .object(var members) = self, let changes = diff.object else { return nil }
        for change in changes {
            let (name, operation) = (change.name, change.value)
            let (old, value) = (members[name], operation["v"])
            switch operation["o"]?.string {
            case "+" where old == nil && value != nil: members[name] = value
            case "-" where old != nil: members[name] = nil
            case "r" where old != nil && value != nil: members[name] = value
            case "O":
                guard let value, let new = old?.applying(value) else { return nil }
                members[name] = new
            case "d":
                guard let text = old?.string, let delta = value?.string,
                    let new = Self.text(text, applying: delta)
                else { return nil }
                members[name] = JSON(new)
            default: return nil
            }
        }
        return .object(members)
    }

    /// Counts are UTF-16 code units.
    private static func text(_ text: String, applying delta: String) -> String? {
        var rest = Array(text.utf16)[...]
        var result: [UInt16] = []
        for token in delta.split(separator: "\t") {
            let count = Int(token.dropFirst())
            switch token.first {
            case "=":
                guard let count, count <= rest.count else { return nil }
                result += rest.prefix(count)
                rest = rest.dropFirst(count)
            case "-":
                guard let count, count <= rest.count else { return nil }
                rest = rest.dropFirst(count)
            case "+": result += token.dropFirst().percentDecoded.utf16
            default: return nil
            }
        }
        return rest.isEmpty ? String(decoding: result, as: UTF16.self) : nil
    }
}
