extension ListDiff {
    func applied(to elements: [JSON]) throws(DiffError) -> [JSON] {
        var result: [JSON] = []
        var rest = elements[...]
        var removed = 0
        for entry in entries {
            let kept = entry.index - removed - result.count
            guard kept <= rest.count else { throw .badIndex }
            result += rest.prefix(kept)
            rest = rest.dropFirst(kept)
            switch entry.operation {
            case .add(let value): result.append(value)
            default:
                guard let element = rest.popFirst() else { throw .badIndex }
                if let changed = try entry.operation.applied(to: element) {
                    result.append(changed)
                } else {
                    removed += 1
                }
            }
        }
        return result + rest
    }
}

extension TextDelta {
    /// What the delta makes of an array, written as one element to a line.
    func applied(toLinesOf elements: [JSON]) throws(DiffError) -> [JSON] {
        var lines: [UInt8] = []
        for element in elements {
            lines.append(json: element)
            lines.append(UInt8(ascii: "\n"))
        }
        let changed = try applied(to: JSONString(wellFormed: lines)).utf8
        var result: [JSON] = []
        for line in changed.split(separator: UInt8(ascii: "\n")) {
            do {
                result.append(try JSON(parsing: [UInt8](line)))
            } catch {
                throw DiffError.badElement
            }
        }
        return result
    }
}
