package import Game
package import SimperiumClock

/// Somebody who looks for anybody, in one hall of several.
package struct HallWaiter: Hashable, Sendable {
    package let id: PlayerID
    package let hall: HallNumber
    /// Those who want different clocks are not for each other.
    package let clock: MoveLimit?
    package let since: Instant
    /// Whether nobody else in the hall wants the same.
    package let isAlone: Bool
    /// Whether the program knows of halls, asks nobody and is asked by nobody.
    package let canMove: Bool

    package init(
        id: PlayerID, hall: HallNumber, clock: MoveLimit?, since: Instant, isAlone: Bool,
        canMove: Bool
    ) {
        self.id = id
        self.hall = hall
        self.clock = clock
        self.since = since
        self.isAlone = isAlone
        self.canMove = canMove
    }
}

/// A hall in which somebody waits whom a waiter may be paired with.
package struct HallOffer: Hashable, Sendable {
    package let player: PlayerID
    package let from: HallNumber
    package let to: HallNumber
}
