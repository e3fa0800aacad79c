package import SimperiumJSON

/// A hub's message to a client: one frame.
package enum HubMessage: Hashable, Sendable {
    case heartbeat(Int)
    /// The amount of log output that the client must send from now on.
    case log(LogLevel)
    case command(HubCommand, on: ChannelNumber)
    /// The quoted command of a message that has no channel and is not part of the protocol. The
    /// client ignores such a message.
    case unknown(String)
}

/// A hub's command on a channel. A command for many receivers is encoded once; `append(prefix:)`
/// writes each receiver's channel number before it.
package enum HubCommand: Hashable, Sendable {
    case authorized(UserName)
    case unauthorized(AuthorizationFailure)
    /// `auth:expired`. This hub sends it before the failure to clients with the legacy protocol
    /// version; other hubs may send nothing else.
    case expired
    case index(IndexPage)
    case entity(EntityReply)
    /// `cv:?`: the client must read the index again.
    case unknownCursor
    case changes([HubChangeListEntry])
    /// A request for the client's `ClientBucketDiagnostics`.
    case state
    /// The connections that own these presence objects ended without a goodbye.
    ///
    /// A channel receives the current absences directly before the answer to its first request, or
    /// a second after `auth` if there is no request. Afterwards, the channel receives each absence
    /// that begins or ends. The client has no other source, so after an `init`, no owner counts as
    /// away until a notice arrives.
    case away([ObjectKey], RelativeAbsenceTimes)
    /// The end of an absence: the owners have returned, or the hub has removed the objects.
    case back([ObjectKey])
    /// The secret to resume with, and the session's number; zero from a hub without sessions.
    case resume(ResumeSecret, sessionNumber: Int)
    /// The version of the bucket's own rules.
    case rules(Int)
    /// The end of the session that the client asked to resume. A new secret follows.
    case ended(SessionEnd)
    /// The times that the bucket's rules have measured for these objects. The hub sends them after
    /// an answer, because the client may receive the objects long after a measurement began.
    case ages([RuleMeasuredDuration])
    /// The hub was restored from a backup and has lost the change at the client's cursor.
    /// `unknownCursor` follows.
    case restored
    /// Further options of the bucket, such as its hall. Clients may ignore them.
    case options(JSONObject)
    case unknown(String)
}

extension HubMessage {
    /// Reads a text frame, such as `h:4` or `0:cv:?`.
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
                throw .badPayload(of: .log, QuotedExcerpt(payload))
            }
            self = .log(level)
        case .auth, .change, .changeVersion, .entity, .index, .initialize, .options, .state, nil:
            self = .unknown(QuotedExcerpt(frame.extracting(parts.command)).text)
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
