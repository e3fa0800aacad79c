/// The operations of `L`, sorted by index.
///
/// An index is a position in the array after the insertions of earlier entries. Elements that
/// earlier entries remove still count.
package struct ListDiff: Hashable, Sendable {
    struct ElementChange: Hashable, Sendable {
        let index: Int
        let operation: Diff.Operation
    }

    let entries: [ElementChange]

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
