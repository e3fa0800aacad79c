/// The reason that a diff can't be read or applied.
package enum DiffError: Error, Hashable, Codable, Sendable {
    /// Not an object of operations.
    case notADiff
    case unknownOperation
    /// An operation without `v`, or with one of a wrong type.
    case badOperand
    /// An index that is not a plain number, occurs twice, or is beyond the end.
    case badIndex
    /// A token that begins with none of `=` `-` `+`, or has a bad count.
    case badToken
    /// A `%` without two hexadecimal digits, a character that needs an escape, or invalid UTF-8.
    case badEscape
    /// An operation for a member that isn't there.
    case missingMember
    /// An operation that does not fit the value's type.
    case wrongType
    /// A delta for a text of a different length.
    case wrongLength
    /// A text with half a surrogate pair.
    case brokenPair
    /// A sum that is not a finite number.
    case numberOutOfRange
    /// A text of an array that isn't one JSON value to a line.
    case badElement
}
