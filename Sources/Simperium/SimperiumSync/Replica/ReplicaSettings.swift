package import SimperiumWire

/// The identity and the options of a replica, fixed for its life.
package struct ReplicaSettings: Hashable, Codable, Sendable {
    package let app: AppID
    /// The id of this installation, random, and kept on this device only. Two devices with one
    /// client id would take each other's changes for their own.
    package let clientID: ClientID
    /// The id of this run of the program, different in each run.
    package let run: RunID
    /// The seed of randomness that need not be secret, such as the pauses before dialling again.
    package let seed: UInt64
    package var extensions: InitRequest.Extensions = [.away, .resume, .restored]
    package var pace = RedialPace.patient
    /// The session of an earlier run that this one continues; nil for none. `clientID` must be that
    /// run's, too.
    package var seat: ResumeToken?
    /// The session's secret, if this client chooses it; otherwise nil. Only the door (the SSH
    /// server) may choose it.
    package var ownSecret: ResumeSecret?
    /// The preferred hall, if the hub has halls and the session is in none.
    package var hall: RequestedHall?
    package var library = "simperium-swift"
    package var libraryVersion = "0.3.0"

    package init(app: AppID, clientID: ClientID, run: RunID, seed: UInt64) {
        self.app = app
        self.clientID = clientID
        self.run = run
        self.seed = seed
    }
}
