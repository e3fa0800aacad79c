/// How many may come to a door, in all and from one address.
package struct CrowdLimits: Hashable, Codable, Sendable {
    /// Connections in all, and from one address prefix: those of a family, or of a conference's
    /// network.
    package var guests = 2_000
    package var guestsPerAddress = 8
    /// How many from one address may come at once, and then each minute.
    package var arrivalsAtOnce = 10
    package var arrivalsPerMinute = 30
    /// How many addresses the door remembers to have heard from lately.
    package var rememberedAddresses = 10_000

    package init() {}

    /// So many from one address, who then may also come more often.
    package mutating func allow(perAddress count: Int) {
        guestsPerAddress = count
        arrivalsAtOnce = max(arrivalsAtOnce, 2 * count)
        arrivalsPerMinute = max(arrivalsPerMinute, 4 * count)
    }
}
