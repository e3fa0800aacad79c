/// Why a diff can't be read, or can't be applied to what it was given.
package enum DiffError: Error, Hashable, Codable, Sendable {
    /// Not an object of operations.
    case notADiff
    case unknownOperation
    /// An operation whose `v` is missing, or of a type that it has no use for.
    case badOperand
    /// An index that is no plain number, is there twice, or is beyond the end.
    case badIndex
    /// A token that is none of `=` `-` `+`, or whose count is no plain number.
    case badToken
    /// A `%` without two hexadecimal digits, a character that must be escaped, or no UTF-8.
    case badEscape
    /// An operation for a member that isn't there.
    case missingMember
    /// An operation that does not go with the type of the value.
    case wrongType
    /// A delta for a text of another length.
    case wrongLength
    /// A text in which half a surrogate pair would stand alone.
    case brokenPair
    /// A sum that is no finite number.
    case numberOutOfRange
    /// A text of an array that isn't one JSON value to a line.
    case badElement
}
