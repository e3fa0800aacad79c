extension Diff {
    /// Parses the diff from `start` on. Throws if the JSON is invalid. The result is a failure if
    /// the JSON is not a diff.
    package static func parse(
        _ bytes: Span<UInt8>, from start: Int, limits: JSONLimits
    ) throws(JSONError) -> Result<Diff, DiffError> {
        var parser = JSONParser(start: start, limits: limits)
        if let diff = parser.fastPathDiff(in: bytes) { return .success(diff) }
        let json = try JSON(parsing: bytes, from: start, limits: limits)
        do throws(DiffError) {
            return .success(try Diff(json))
        } catch {
            return .failure(error)
        }
    }

    /// Reads a diff from JSON. Accepts all operations that clients may send.
    package init(_ json: JSON) throws(DiffError) {
        guard case .object(let object) = json else { throw .notADiff }
        var changes: [MemberChange] = []
        changes.reserveCapacity(object.count)
        for member in object {
            changes.append(MemberChange(name: member.name, operation: try Operation(member.value)))
        }
        self.init(changes)
    }
}

extension Diff.Operation {
    init(_ json: JSON) throws(DiffError) {
        guard let object = json.object, let code = object[.operation]?.text else {
            throw .notADiff
        }
        guard code != .remove else {
            self = .remove
            return
        }
        guard let operand = object[.operand] else { throw .badOperand }
        self =
            switch code {
            case .replace: .replace(operand)
            case .add: .add(operand)
            case .object: .object(try Diff(operand))
            case .text: .text(try Self.delta(operand))
            case .increment: .increment(try Self.number(operand))
            case .list: .list(try ListDiff(operand))
            case .listText: .listText(try Self.delta(operand))
            default: throw DiffError.unknownOperation
            }
    }

    private static func delta(_ operand: JSON) throws(DiffError) -> TextDelta {
        guard let text = operand.text else { throw .badOperand }
        return try TextDelta(text)
    }

    private static func number(_ operand: JSON) throws(DiffError) -> JSONNumber {
        guard let number = operand.number else { throw .badOperand }
        return number
    }

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

extension JSONString {
    fileprivate static let operation: JSONString = "o"
    fileprivate static let operand: JSONString = "v"
    fileprivate static let add: JSONString = "+"
    fileprivate static let remove: JSONString = "-"
    fileprivate static let replace: JSONString = "r"
    fileprivate static let object: JSONString = "O"
    fileprivate static let text: JSONString = "d"
    fileprivate static let increment: JSONString = "I"
    fileprivate static let list: JSONString = "L"
    fileprivate static let listText: JSONString = "dL"
}

extension ListDiff {
    init(_ json: JSON) throws(DiffError) {
        guard case .object(let object) = json else { throw .badOperand }
        var read: [ElementChange] = []
        for member in object {
            guard let index = Int(digits: member.name.utf8) else { throw .badIndex }
            read.append(ElementChange(index: index, operation: try Diff.Operation(member.value)))
        }
        // Sorted as numbers, because "10" precedes "2" as text.
        read.sort { $0.index < $1.index }
        for (entry, next) in zip(read, read.dropFirst()) where entry.index == next.index {
            throw .badIndex
        }
        entries = read
    }
}

extension Int {
    /// Parses a number of ASCII digits; returns nil for any other text, or if it overflows.
    init?(digits: some Collection<UInt8>) {
        guard !digits.isEmpty else { return nil }
        self = 0
        for byte in digits {
            guard byte.isDigit else { return nil }
            let (shifted, overflows) = multipliedReportingOverflow(by: 10)
            let (sum, overflowsAgain) = shifted.addingReportingOverflow(Int(byte & 15))
            guard !overflows, !overflowsAgain else { return nil }
            self = sum
        }
    }
}

extension UInt8 {
    var isDigit: Bool { self &- UInt8(ascii: "0") < 10 }
}

extension [UInt8] {
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
