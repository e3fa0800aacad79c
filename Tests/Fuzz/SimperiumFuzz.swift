import SimperiumWire

/// Whatever is understood is written in one form: what is read of that form is written the same.
func fuzzClientMessage(_ bytes: [UInt8]) {
    guard let message = try? ClientMessage(frame: bytes.span) else { return }
    switch message {
    // Of a name that nobody knows only what a log may show is kept.
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
