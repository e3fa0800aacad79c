/// How many people are here. Each counts once.
package struct Census: Hashable, Codable, Sendable {
    package var here = 0
    /// Neither playing nor watching, and willing to play.
    package var free = 0
    package var playing = 0
    /// With those who came to watch and still choose what.
    package var watching = 0
    /// Whose connection ended without a goodbye: none of the others counts them.
    package var away = 0
    package var matches = 0

    package init() {}
}
