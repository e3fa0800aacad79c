/// The pace of a client that dials again after a lost connection.
package enum RedialPace: String, Hashable, Codable, Sendable {
    /// With growing pauses of up to a minute: for a program that no user waits for.
    case patient
    /// Within ten seconds. While something urgent is open: at once, then within two seconds.
    case lively
}
