import SimperiumWire

/// A channel that waits for its authorisation.
struct PendingChannel {
    let connection: ConnectionID
    let channel: ChannelNumber
    let request: InitRequest
    /// The reading of leases that must be finished, and its log, because another hub may have begun
    /// the session. Nil until it has been requested.
    var awaited: (log: LogID, reading: SeatReadings.Number)?
}
