internal import SimperiumClock
internal import SimperiumSync
internal import Visit

/// How the program is joined to its server, as the person has been told.
struct Uplink: Hashable, Sendable {
    /// Nil while no connection is open.
    var connection: ConnectionID?
    /// Why there was no connection, as the person was told.
    var toldFailure: ConnectionFailure?
    /// Since when there has been something that the server does not know.
    var unsentSince: Instant?
    /// A goodbye that is waited for before the program stops or ends.
    var exit: Client.Exit?
    /// The visit of a match that waits, until the person has said whether to go back to it.
    var waiting: LobbyVisit.Beginning?
    /// What of another device the person was asked about last.
    var offered: Elsewhere?
}
