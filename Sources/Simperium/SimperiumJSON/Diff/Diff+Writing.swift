extension [UInt8] {
    /// Appends `diff` in its wire format.
    package mutating func append(json diff: Diff) {
        append(UInt8(ascii: "{"))
        for (position, change) in diff.changes.enumerated() {
            if position > 0 { append(UInt8(ascii: ",")) }
            append(json: change.name)
            append(UInt8(ascii: ":"))
            append(json: change.operation)
        }
        append(UInt8(ascii: "}"))
    }

    private mutating func append(json operation: Diff.Operation) {
        append(contentsOf: #"{"o":""#.utf8)
        append(contentsOf: operation.code.utf8)
        append(UInt8(ascii: "\""))
        if operation != .remove {
            append(contentsOf: #","v":"#.utf8)
            append(operandOf: operation)
        }
        append(UInt8(ascii: "}"))
    }

    private mutating func append(operandOf operation: Diff.Operation) {
        switch operation {
        case .remove: break
        case .add(let value), .replace(let value): append(json: value)
        case .object(let diff): append(json: diff)
        case .text(let delta), .listText(let delta): append(json: delta.encoded)
        case .increment(let number): append(json: number)
        case .list(let list): append(json: list)
        }
    }

    private mutating func append(json list: ListDiff) {
        append(UInt8(ascii: "{"))
        for (position, entry) in list.entries.enumerated() {
            if position > 0 { append(UInt8(ascii: ",")) }
            append(json: JSONString(entry.index.description))
            append(UInt8(ascii: ":"))
            append(json: entry.operation)
        }
        append(UInt8(ascii: "}"))
    }
}

extension Diff.Operation {
    fileprivate var code: String {
        switch self {
        case .add: "+"
        case .remove: "-"
        case .replace: "r"
        case .object: "O"
        case .text: "d"
        case .increment: "I"
        case .list: "L"
        case .listText: "dL"
        }
    }
}
