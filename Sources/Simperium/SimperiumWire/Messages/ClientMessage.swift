// SimperiumWire: Simperium's messages, changes and names, and the types that all stores share.
// Not here: JSON and diffs (SimperiumJSON), the stores themselves (SimperiumStore, RedisStore).
// Start with `ClientMessage`; then `HubMessage`, `Change`, `StoreBatch`.

package import SimperiumJSON

/// A client's message to the hub: one frame.
package enum ClientMessage: Hashable, Sendable {
    case heartbeat(Int)
    case log(LogLine)
    case command(ClientCommand, on: ChannelNumber)
    /// The quoted command of a message that has no channel and is not part of the protocol. The hub
    /// ignores such a message.
    case unknown(String)
}

/// A client's command on a channel.
package enum ClientCommand: Hashable, Sendable {
    case initialize(Result<InitRequest, InitRefusal>)
    case index(IndexRequest)
    case entity(EntityRequest)
    case catchUp(from: HistoryCursor)
    /// One or more changes. All known clients send a single change; the protocol allows an array.
    case changes([Change.Reading])
    case state(ClientBucketDiagnostics)
    /// A promise to send at least one message in each interval of this length while the connection
    /// lasts. Zero revokes the promise.
    case beat(seconds: Int)
    /// Closes the channel. Its presence objects are kept as after a broken connection.
    case leave
    /// A question about halls, for the server program that embeds the hub.
    case inquire(JSONObject)
    case unknown(String)
}

extension ClientMessage {
    /// Reads a text frame, such as `h:3` or `0:cv:65f1`.
    package init(frame: Span<UInt8>) throws(WireError) {
        let parts = try FrameParts(frame, upTo: Limits.clientFrame)
        let payload = frame.extracting(parts.payload)
        if let channel = parts.channel {
            let command = try ClientCommand(frame.extracting(parts.command), payload)
            self = .command(command, on: channel)
            return
        }
        switch WireCommandName(frame.extracting(parts.command)) {
        case .heartbeat: self = .heartbeat(payload.beat)
        case .log: self = .log(try LogLine(payload: payload))
        case .auth, .change, .changeVersion, .entity, .index, .initialize, .options, .state, nil:
            self = .unknown(QuotedExcerpt(frame.extracting(parts.command)).text)
        }
    }

    package func write(into bytes: inout [UInt8]) {
        switch self {
        case .heartbeat(let beat):
            bytes.append(.heartbeat)
            bytes.append(decimal: beat)
        case .log(let line):
            bytes.append(.log)
            line.write(into: &bytes)
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

extension ClientCommand {
    package static func singleChange(_ change: Change) -> ClientCommand {
        .changes([.success(change)])
    }

    /// Reads a command without its channel's number: the `cmd` of an `init`.
    package init(_ text: String) throws(WireError) {
        let bytes = [UInt8](text.utf8)
        let colon = bytes.firstIndex(of: .colon) ?? bytes.count
        let payload = min(colon + 1, bytes.count)..<bytes.count
        try self.init(bytes.span.extracting(..<colon), bytes.span.extracting(payload))
    }

    fileprivate init(_ name: Span<UInt8>, _ payload: Span<UInt8>) throws(WireError) {
        switch WireCommandName(name) {
        case .change: self = .changes(Change.parseList(payload))
        case .changeVersion:
            self = .catchUp(from: payload.text.map { HistoryCursor($0) } ?? .unreadable)
        case .entity:
            guard let request = payload.text.flatMap(EntityRequest.init) else {
                throw .badPayload(of: .entity, QuotedExcerpt(payload))
            }
            self = .entity(request)
        case .index: self = .index(IndexRequest(payload: payload))
        case .initialize: self = .initialize(try InitRequest.read(payload))
        case .state: self = .state(try ClientBucketDiagnostics(payload: payload))
        case .options: self = Self.option(payload) ?? .unknown(QuotedExcerpt(name).text)
        case .auth, .heartbeat, .log, nil: self = .unknown(QuotedExcerpt(name).text)
        }
    }

    /// Reads the payload of `o`; nil if the payload is too long, or not an option that this hub
    /// knows.
    private static func option(_ payload: Span<UInt8>) -> ClientCommand? {
        guard payload.count <= Limits.clientOption,
            let json = try? JSON(payload: payload, of: .options, .fromClient),
            let members = json.object
        else { return nil }
        if members["leave"]?.bool == true { return .leave }
        if members["find"]?.object != nil || members["halls"]?.object != nil {
            return .inquire(members)
        }
        return members["beat"]?.int.flatMap { $0 >= 0 ? .beat(seconds: $0) : nil }
    }

    /// Writes the command without its channel's number: the `cmd` of an `init`.
    package func write(into bytes: inout [UInt8]) {
        switch self {
        case .initialize(let request):
            bytes.append(.initialize)
            InitRequest.write(request, into: &bytes)
        case .index(let request):
            bytes.append(.index)
            request.write(into: &bytes)
        case .entity(let request):
            bytes.append(.entity)
            bytes.append(request.text)
        case .catchUp(let cursor):
            bytes.append(.changeVersion)
            bytes.append(cursor.text)
        case .changes(let changes):
            bytes.append(.change)
            Change.write(changes, into: &bytes)
        case .state(let state):
            bytes.append(.state)
            state.write(into: &bytes)
        case .beat(let seconds):
            bytes.appendOptions { $0.append(member: "beat", number: seconds) }
        case .leave: bytes.appendOptions { $0.append(member: "leave", json: .bool(true)) }
        case .inquire(let question):
            bytes.append(.options)
            bytes.append(json: question)
        case .unknown(let name):
            bytes.append(name)
            bytes.append(.colon)
        }
    }
}
