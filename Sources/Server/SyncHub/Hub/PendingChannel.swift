import SimperiumWire

/// A channel that waits for its authorisation.
struct PendingChannel {
    let connection: ConnectionID
    let channel: ChannelNumber
    let request: InitRequest
}
