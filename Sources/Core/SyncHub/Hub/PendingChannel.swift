import SimperiumWire

/// A channel that waits to be authorised.
struct PendingChannel {
    let connection: ConnectionID
    let channel: ChannelNumber
    let request: InitRequest
}
