/// The reason that a diff can't be read or applied.
package enum DiffError: Error, Hashable, Codable, Sendable {
    /// Not an object of operations.
    case notADiff
    case unknownOperation
    /// An operation without `v`, or with a `v` of the wrong type.
    case badOperand
    /// An index that is not a plain number, occurs twice, or is beyond the end.
    case badIndex
    /// A token that begins with none of `=` `-` `+`, or has a bad count.
    case badToken
    /// A `%` without two hexadecimal digits, an unescaped character outside ASCII, or invalid
    /// UTF-8.
    case badEscape
    /// An operation that changes a missing member.
    case missingMember
    /// An operation that does not fit the value's type.
    case wrongType
    /// A delta for a text of a different length.
    case wrongLength
    /// A text with an unpaired surrogate.
    case brokenPair
    /// A sum that is not a finite number.
    case numberOutOfRange
    /// A line in an array's text that is not one JSON value.
    case badElement
}
