package import Lobby
internal import SimperiumClock
internal import SimperiumSync
internal import SimperiumWire
package import Visit

/// A program in the lobby, and what outlives its runs.
package struct Visitor: Sendable {
    package let number: Int
    /// Nil while the program does not run.
    package internal(set) var visit: LobbyClient?
    /// Everything that the person was told in this run, the last last.
    package internal(set) var notices: [Notice] = []
    package internal(set) var isSuspended = false
    /// What the person agrees to, and what was done without that.
    var consent = ConsentWatch()
    package internal(set) var outrages: [String] = []
    /// What this run and those before have kept of the person's place in a match.
    package internal(set) var disk: KeptSeat?
    /// How many Matches it has started.
    package internal(set) var insertCount = 0
    /// How often it has come to another hall, and where it was last.
    package private(set) var moves = 0
    private var hall: HallNumber?

    init(number: Int) {
        self.number = number
    }

    package var isOnline: Bool { visit?.status == .synced }

    /// Takes note of what the person agrees to. The visit, which is large, is not copied for it.
    mutating func noteConsent(at now: Instant) {
        guard let sums = visit?.statistics, let client = visit else { return }
        consent.note(client, isConfirmed: sums.unsent + sums.unacknowledged == 0, at: now)
    }

    /// Takes note of where it is.
    mutating func followHall() {
        guard let now = visit?.halls.hall, now != hall else { return }
        moves += hall == nil ? 0 : 1
        hall = now
    }

    /// Runs anew, or goes on with what an earlier run has kept.
    mutating func start(_ random: inout SeededRandom, goingOn: Bool = false) {
        notices = []
        if !goingOn { consent = ConsentWatch() }
        isSuspended = false
        var settings = ReplicaSettings.lobby(
            named("p\(number)"), run: RunID(rawValue: random.next()), seed: random.next())
        if !goingOn { disk = nil }
        settings.seat = disk?.seat
        visit = LobbyClient(settings, keptSeat: disk, keepsSeat: true)
    }
}
