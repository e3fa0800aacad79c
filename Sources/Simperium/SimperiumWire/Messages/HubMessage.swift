package import SimperiumJSON

/// What a hub says to a client: one frame.
package enum HubMessage: Hashable, Sendable {
    case heartbeat(Int)
    /// How much of its log the client is to send from now on.
    case log(LogLevel)
    case command(HubCommand, on: ChannelNumber)
    /// Something that belongs to no channel and is no part of the protocol. It is ignored.
    case unknown(String)
}

/// What a hub says on a channel.
///
/// To tell all subscribers of a bucket the same, write the command once, and each receiver's
/// `N:` before it: `append(prefix:)`.
package enum HubCommand: Hashable, Sendable {
    case authorized(UserName)
    case unauthorized(AuthorizationFailure)
    /// The word that goes before the failure for a client of the legacy generation, and that alone
    /// other hubs may send.
    case expired
    case index(IndexPage)
    case entity(EntityReply)
    /// `cv:?`: the client must start over with the index.
    case unknownCursor
    case changes([ChangeEntry])
    /// Asks for the client's `ClientState`.
    case state
    /// The connections that own these presence objects ended, and not with a goodbye.
    ///
    /// Between `auth` and the answer to what was asked first a channel is told of all who are away
    /// by then, and afterwards of each absence as it begins and ends. So these notices alone say
    /// who is away, and only for as long as the channel is open: with each `init` no owner is,
    /// until a notice says so.
    case away([ObjectKey], AbsenceNotice)
    /// Ends an absence: the owners of these presence objects returned, or the objects are gone, of
    /// which a change has told before.
    case back([ObjectKey])
    /// What the client must show to have its presence objects back, if its own connection breaks;
    /// and the number of its seat, which is zero of a hub that knows no seats.
    case resume(ResumeSecret, seat: Int)
    /// The bucket has rules of its own, of this version.
    case rules(Int)
    /// What the client wanted to resume has ended, and how. A new secret follows.
    case ended(SeatEnd)
    /// Behind an answer: since when what the bucket's rules count runs in these objects, of which
    /// the client may have learned at any later time.
    case ages([ObjectAge])
    /// Which other users have an object open that is shared with them, and no others.
    case open(ObjectKey, by: [UserID])
    /// What else is to be known of the bucket, such as in which hall it is. No client needs to
    /// understand it.
    case options(JSONObject)
    /// A command that is no part of the protocol, by its name. It is ignored.
    case unknown(String)
}

extension HubMessage {
    /// Reads one text frame, such as `h:4` or `0:cv:?`.
    package init(frame: Span<UInt8>) throws(WireError) {
        let parts = try FrameParts(frame, upTo: Limits.hubFrame)
        let payload = frame.extracting(parts.payload)
        if let channel = parts.channel {
            let command = try HubCommand(frame.extracting(parts.command), payload)
            self = .command(command, on: channel)
            return
        }
        switch WireCommandName(frame.extracting(parts.command)) {
        case .heartbeat: self = .heartbeat(payload.beat)
        case .log:
            guard let level = payload.text?.decimal.flatMap(LogLevel.init) else {
                throw .badPayload(of: .log, Quotation(payload))
            }
            self = .log(level)
        case .auth, .change, .changeVersion, .entity, .index, .initialize, .options, .state, nil:
            self = .unknown(Quotation(frame.extracting(parts.command)).text)
        }
    }

    package func write(into bytes: inout [UInt8]) {
        switch self {
        case .heartbeat(let beat):
            bytes.append(.heartbeat)
            bytes.append(decimal: beat)
        case .log(let level):
            bytes.append(.log)
            bytes.append(decimal: level.rawValue)
        case .command(let command, let channel):
            bytes.append(prefix: channel)
            command.write(into: &bytes)
        case .unknown(let name):
            bytes.append(name)
            bytes.append(.colon)
        }
    }

    package var frame: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(Limits.usualFrame)
        write(into: &bytes)
        return bytes
    }
}
