/// What a guard says of a change that a client would like to make.
package enum GuardVerdict: Hashable, Sendable {
    case allowed
    /// The object is somebody else's: error 401.
    case notYours(reason: String)
    /// The rules of the game do not allow it: error 400.
    case notLegal(reason: String)
}
