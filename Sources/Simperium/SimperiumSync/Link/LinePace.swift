/// How soon a client dials again that has lost its line.
package enum LinePace: String, Hashable, Codable, Sendable {
    /// Later and later, up to a minute apart: for a program that nobody waits for.
    case patient
    /// Within ten seconds; while something is open that can't wait, at once and then within two.
    case lively
}
