import SimperiumWire

/// A channel that waits to be authorised.
struct PendingChannel {
    let connection: ConnectionID
    let channel: ChannelNumber
    let request: InitRequest
    /// What must have been read of an engine that other hubs share, as the seat may have been given
    /// by one of them, and in which log; nil as long as nothing has been asked for.
    var awaited: (log: LogID, reading: SeatReadings.Number)?
}
