import SimperiumWire

/// Reads a message and writes it. The written form must be the same after it is read and written
/// again.
func fuzzClientMessage(_ bytes: [UInt8]) {
    guard let message = try? ClientMessage(frame: bytes.span) else { return }
    switch message {
    // Only a quotation of an unknown command's name is kept.
    case .unknown, .command(.unknown, _): return
    case .heartbeat, .log, .command: break
    }
    let frame = message.frame
    precondition((try? ClientMessage(frame: frame.span))?.frame == frame)
}

func fuzzHubMessage(_ bytes: [UInt8]) {
    guard let message = try? HubMessage(frame: bytes.span) else { return }
    switch message {
    case .unknown, .command(.unknown, _): return
    case .heartbeat, .log, .command: break
    }
    let frame = message.frame
    precondition((try? HubMessage(frame: frame.span))?.frame == frame)
}
