/// Whose leaving takes an object along, in a bucket with presence.
///
/// Raw values are those of the option `presence`.
package enum PresenceOwner: String, Hashable, Sendable {
    /// The connection that inserted it.
    case client
    /// The user who inserted it, when the last of that user's connections ends.
    case user
}
