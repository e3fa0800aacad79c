internal import Wording

/// What `copy` is asked for.
package struct CopyOptions: Hashable, Sendable {
    package struct Place: Hashable, Sendable {
        package let store: ServeOptions.Store
        /// As it was written.
        package let name: String
    }

    package let original: Place
    package let copy: Place

    init(_ settings: Settings, _ operands: [String]) throws(Misuse) {
        guard operands.count == 2 else {
            throw .noOperand(
                operands.isEmpty ? PlaceholderWords.copyFrom : PlaceholderWords.copyTo, .copy)
        }
        original = try Place(operands[0], settings)
        copy = try Place(operands[1], settings)
    }
}

extension CopyOptions.Place {
    fileprivate init(_ text: String, _ settings: Settings) throws(Misuse) {
        if EngineAddress.isMeant(by: text), EngineAddress(text) == nil {
            throw .unknownOperand(text, .copy)
        }
        store = try ServeOptions.Store(text, settings)
        name = text
    }
}
