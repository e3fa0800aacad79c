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
    package var pace = LinePace.patient
    /// What an earlier run of the program held, if this one is to go on with it. The client id is
    /// that run's, too.
    package var seat: Seat?
    /// The secret of the seat, for a door, which makes it itself.
    package var ownSecret: ResumeSecret?
    /// Where the program would like to be, if the hub has halls and the seat is in none.
    package var hall: HallRequest?
    package var library = "simperium-swift"
    package var libraryVersion = "0.2.0"

    package init(app: AppID, clientID: ClientID, run: RunID, seed: UInt64) {
        self.app = app
        self.clientID = clientID
        self.run = run
        self.seed = seed
    }
}
