import SimperiumWire

/// A channel that waits to be authorised.
struct PendingChannel {
    let connection: ConnectionID
    let channel: ChannelNumber
    let request: InitRequest
    /// Whether an engine that other hubs share has been asked whose seat it may be.
    var hasRecalled = false
}
