/// How many people a hall has room for, and for how long an empty one stays open.
package struct HallLimits: Hashable, Codable, Sendable {
    /// Up to so many a hall is filled with those who don't mind which one they are in.
    package let size: Int
    /// Programs that know of no halls are all in the first one, up to so many.
    package let strangers: Int
    /// Who comes to watch a match is let in up to so many.
    package let spectators: Int
    /// An empty hall is closed after that: for longer than a seat is kept.
    package let closing: Duration

    package init(
        size: Int = 100, strangers: Int = 200, spectators: Int = 1_000,
        closing: Duration = .seconds(65)
    ) {
        self.size = max(size, 2)
        self.strangers = strangers
        self.spectators = max(spectators, size)
        self.closing = closing
    }

    /// All are in one hall: for servers that share an engine, of which each knows its own clients.
    package static let unlimited = HallLimits(
        size: 1_000_000, strangers: 1_000_000, spectators: 1_000_000)

    /// Who names a hall may go so far beyond its size.
    package var extended: Int { size + max(size / 5, 1) }

    /// How many of our own programs come to the first hall by chance: the others leave room there
    /// for strangers, who can't be anywhere else.
    package var ownInFirst: Int { size / 2 }
}
