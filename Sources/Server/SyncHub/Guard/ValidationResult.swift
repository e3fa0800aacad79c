package import SimperiumJSON

/// The result of validating a proposal.
package enum ValidationResult: Hashable, Sendable {
    case allowed
    /// The change is allowed and makes this object, with members that only the server can set, such
    /// as a time. Its author is answered as if the change had been merged with another client's. If
    /// a user leaves an object, the object is changed to this first, in their name.
    case allowedBecoming(JSONObject)
    /// The object is another client's: error 401.
    case notYours(reason: String)
    /// The change breaks the rules: error 400.
    case notLegal(reason: String)
}
