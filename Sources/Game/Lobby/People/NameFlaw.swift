/// Why a text is no name.
package enum NameFlaw: Error, Hashable, Sendable {
    case empty
    case tooWide
    /// A blank at either end, or two in a row.
    case blanksAstray
    /// A mark without a letter, or too many on one.
    case marksAstray
    case notAllowed(Unicode.Scalar)
}
