import SimperiumWire

/// Forwarded channels. A client in a hall has the channels of its account on the same connection,
/// but another server may have the account's data. The hub forwards the frames of such channels in
/// both directions, and stores only the user that these channels determine.
extension Hub {
    /// Begins to forward a channel's frames: first the `init`, then the frames that waited. Denies
    /// the channel if the connection belongs to another user.
    mutating func startForwarding(_ pending: PendingChannel, at index: Int, as identity: Identity) {
        let (id, number, request) = (pending.connection, pending.channel, pending.request)
        let account = signInAccount(of: request.bucketID(of: identity), identity)
        guard mayBelong(id, to: account) else { return deny(pending, .secondAccount) }
        let message = ClientMessage.command(.initialize(.success(request)), on: number)
        context.effects.append(.pass(message.frame, from: id))
        let waiting = connections.changeInPlace(id) {
            $0.popFramesAndStartForwarding(at: index, of: account)
        }
        for frame in waiting ?? [] { context.effects.append(.pass(frame, from: id)) }
    }

    /// Forwards a client's frame if another server has the data of the frame's channel. Returns
    /// false if the caller must handle the frame.
    ///
    /// A `beat` is recorded here and not forwarded, because the connection to the other server has
    /// its own heartbeats. A `leave` is forwarded, and ends the channel. For an `init`, forwards a
    /// `leave` that ends the earlier channel, and returns false.
    mutating func forwardFrame(_ frame: [UInt8], from id: ConnectionID) -> Bool {
        let head = ClientFrameBeginning(of: frame)
        guard let channel = head.channel,
            connections[id]?.isForwardedToOtherServer(channel) == true
        else { return false }
        if head.isInit {
            let end = ClientMessage.command(.leave, on: channel)
            context.effects.append(.pass(end.frame, from: id))
            return false
        }
        var message: ClientMessage?
        if frame.count <= Limits.usualFrame { message = try? ClientMessage(frame: frame.span) }
        if case .command(.beat(let seconds), _)? = message {
            recordPromisedHeartbeats(every: seconds, by: id)
            return true
        }
        context.effects.append(.pass(frame, from: id))
        if case .command(.leave, _)? = message { endChannelAsBroken(channel, of: id) }
        return true
    }

    /// Returns true if another server has the data of one of the connection's channels.
    package func hasForwardedChannel(_ id: ConnectionID) -> Bool {
        connections[id]?.channels.contains { $0.stage == .forwarded } == true
    }

    /// Sends a client a frame from the server that has a channel's data. A denial ends the channel.
    mutating func sendFrameOfOtherServer(_ frame: [UInt8], to id: ConnectionID) {
        guard connections[id] != nil else { return }
        if frame.count <= Limits.usualFrame,
            case .command(.unauthorized, let channel)? = try? HubMessage(frame: frame.span),
            connections[id]?.isForwardedToOtherServer(channel) == true
        {
            endChannelAsBroken(channel, of: id)
        }
        context.effects.append(.send(frame, to: id))
    }
}

extension AuthorizationFailure {
    static let secondAccount = AuthorizationFailure(.other(500), "A connection has one account")
}
