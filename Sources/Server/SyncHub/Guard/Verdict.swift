package import SimperiumJSON

/// What a guard says of a proposal.
package enum Verdict: Hashable, Sendable {
    case allowed
    /// The change passes, and makes this of the object: with what only the server can say of it,
    /// such as the time. Its author is told as if the change had been merged with another one.
    /// For whoever leaves an object it becomes this first, in their name.
    case allowedBecoming(JSONObject)
    /// Another client's: error 401.
    case notYours(reason: String)
    /// Against the rules: error 400.
    case notLegal(reason: String)
}
