/// What a guard says of a proposal.
package enum Verdict: Hashable, Sendable {
    case allowed
    /// Another client's: error 401.
    case notYours(reason: String)
    /// Against the rules: error 400.
    case notLegal(reason: String)
}
