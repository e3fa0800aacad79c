/// What is wrong with the name or the password that somebody wants to have, as a server tells it
/// in a word. Raw values are those words.
package enum AccountFlaw: String, Hashable, Codable, Sendable, CaseIterable {
    /// The field of an answer that has it.
    package static let field = "X-Simperium-Flaw"

    /// Nobody can be called so.
    case reserved
    /// It looks like somebody's name.
    case lookAlike = "look-alike"
    /// It is no name: of what may not be in one, or too long.
    case unfitName = "unfit-name"
    case tooShort = "too-short"
    case tooLong = "too-long"
    /// The password is the name, or nearly.
    case knownFromName = "known"
    /// Such as a tab, which most fields to type in can't take.
    case controls
}
