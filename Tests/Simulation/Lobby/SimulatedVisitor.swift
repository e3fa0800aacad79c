package import Lobby
internal import SimperiumClock
internal import SimperiumSync
internal import SimperiumWire
package import Visit

/// A program in the lobby, and the data that outlives its runs.
package struct SimulatedVisitor: Sendable {
    package let number: Int
    /// Nil while the program isn't running.
    package internal(set) var visit: LobbyClient?
    /// All notices to the user in this run, the last one last.
    package internal(set) var notices: [Notice] = []
    package internal(set) var isSuspended = false
    /// True if the program sees the user's keys, so that the user can be idle.
    package internal(set) var seesKeys = false
    /// The user's consents, and the acts without one.
    var consent = ConsentWatch()
    package internal(set) var consentFaults: [String] = []
    /// The stored session in a match, of this run or an earlier one.
    package internal(set) var disk: KeptSeat?
    /// The number of Matches that it has inserted.
    package internal(set) var insertCount = 0
    /// The number of moves to another hall, and the last hall.
    package private(set) var moves = 0
    private var hall: HallNumber?

    init(number: Int) {
        self.number = number
    }

    package var isOnline: Bool { visit?.status == .synced }

    /// Records the user's consents. The client, which is large, isn't copied for it.
    mutating func recordConsent(at now: Instant) {
        guard let sums = visit?.statistics, let client = visit else { return }
        consent.record(client, isConfirmed: sums.unsentOrUnacknowledged == 0, at: now)
    }

    /// Records its present hall.
    mutating func recordHall() {
        guard let now = visit?.halls.hall, now != hall else { return }
        moves += hall == nil ? 0 : 1
        hall = now
    }

    /// Starts a run, which may continue the stored session of an earlier one.
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
