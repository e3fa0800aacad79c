package import SimperiumClock
package import SimperiumWire

/// What a replica is told once: who it is.
package struct ReplicaSettings: Hashable, Codable, Sendable {
    package let app: AppID
    /// One for each installation, made from the operating system's chance and kept by the shell on
    /// this device only: two devices with one client id would take each other's changes for theirs.
    package let clientID: ClientID
    /// A new one for each run of the program.
    package let run: RunID
    /// Where chance comes from that is no secret: how long to wait before dialling again.
    package let seed: UInt64
    package var extensions: InitRequest.Extensions = [.away, .resume]
    package var library = "simperium-swift"
    package var libraryVersion = "1.0"

    package init(app: AppID, clientID: ClientID, run: RunID, seed: UInt64) {
        self.app = app
        self.clientID = clientID
        self.run = run
        self.seed = seed
    }
}

/// How a replica is doing, in numbers.
package struct ReplicaStatistics: Hashable, Sendable {
    /// Objects with edits that the hub has not been sent, or has refused.
    package var unsent = 0
    /// Objects with a change that the hub has not answered.
    package var unacknowledged = 0
    /// How long the hub took to answer, the last time that it had to.
    package var roundTrip: Duration?
    package var lastHeard: Instant?

    package init(
        unsent: Int = 0, unacknowledged: Int = 0, roundTrip: Duration? = nil,
        lastHeard: Instant? = nil
    ) {
        self.unsent = unsent
        self.unacknowledged = unacknowledged
        self.roundTrip = roundTrip
        self.lastHeard = lastHeard
    }
}
