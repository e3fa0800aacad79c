/// The pace of a client that dials again after a lost connection.
package enum RedialPace: String, Hashable, Codable, Sendable {
    /// With growing pauses of up to a minute, for a program without a waiting user.
    case patient
    /// With growing pauses of up to ten seconds. While something urgent is open: at once, and for
    /// the first minute with pauses of at most two seconds.
    case lively
}
