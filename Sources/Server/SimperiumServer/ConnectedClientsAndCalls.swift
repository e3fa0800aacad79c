import Host
import SimperiumNetwork
import SimperiumWebWire
import SimperiumWire
import SyncHub

/// The connected clients, their HTTP calls, and broadcasts that are not sent yet.
///
/// A class, because sending may close a connection, and the close calls back into this object.
final class ConnectedClientsAndCalls {
    private var table = PeerTable()
    private var calls = CallTable()
    private var broadcast: BroadcastBlock?
    /// The gate that holds back outputs until the writes that they depend on are stored.
    var gate = OutputGate()
    private var heldAnswers: [CallID: HTTPResponse] = [:]
    private var heldDeliveries: [Int: [PendingCrossLogInsert]] = [:]
    private var deliveries = 0
    /// Clients with messages that wait in the host.
    private var backlogged: Set<ConnectionID> = []

    var hasBroadcast: Bool { broadcast != nil }

    var isEmpty: Bool { table.isEmpty }
    var count: Int { table.count }

    func connection(of id: ConnectionID) -> TCPConnection? { table[id]?.connection }

    func add(_ peer: IncomingWebClient) {
        table.add(peer)
    }

    func id(of peer: IncomingWebClient) -> ConnectionID? { table.id(of: peer) }

    /// Records the number of bytes of a peer's messages that wait in the host.
    func setBacklog(_ backlog: Int, of id: ConnectionID, _ peer: IncomingWebClient) {
        guard backlog != peer.connection.backlog else { return }
        if backlog > 0 { backlogged.insert(id) }
        peer.setBacklog(backlog)
    }

    func renewBacklogs(_ waitingBytes: (ConnectionID) -> Int) {
        guard !backlogged.isEmpty else { return }
        for id in backlogged {
            let backlog = waitingBytes(id)
            if backlog == 0 { backlogged.remove(id) }
            table[id]?.setBacklog(backlog)
        }
    }

    /// Removes a peer and its waiting outputs. Returns the ids of the peer's unanswered calls.
    func remove(_ peer: IncomingWebClient) -> [CallID] {
        if let id = table.id(of: peer) { gate.removeConnection(id) }
        table.remove(peer)
        let left = calls.removeAll(of: peer)
        for call in left where heldAnswers.removeValue(forKey: call) != nil {
            gate.removeCall(call)
        }
        return left
    }

    func resumeReadingAll() {
        for peer in table.all { peer.resumeReading() }
    }

    /// Drops all waiting outputs, and closes the connections of all peers. Open calls are answered
    /// with `unavailable`.
    func dropAll(_ reason: CloseReason) {
        sendBroadcast()
        for waiting in calls.removeAll() { waiting.answer(.unavailable) }
        for peer in table.all { peer.dropHeldBlocksAndClose(reason) }
        (heldAnswers, heldDeliveries, backlogged) = ([:], [:], [])
        gate = OutputGate()
    }

    func closeAll(_ reason: CloseReason) {
        for peer in table.all { peer.close(reason) }
    }

    func addCall(
        of peer: IncomingWebClient, _ ticket: IncomingWebClient.RequestTicket,
        from client: SocketAddress
    ) -> CallID {
        calls.add(peer, ticket, from: client)
    }

    /// Returns the address prefix of the client that a computation is for; empty if the client is
    /// gone, or if there is no client.
    func addressPrefix(of owner: HostComputationOwner) -> [UInt8] {
        let address: SocketAddress? =
            switch owner {
            case .connection(let id): table[id]?.connection.peer
            case .call(let call): calls.clientAddress(of: call)
            case .hub: nil
            }
        return address?.addressPrefix ?? []
    }

    func answer(_ call: CallID, _ response: HTTPResponse) {
        calls.remove(call)?.answer(response)
    }

    /// Answers a call when all writes to these subjects are stored, or with `unavailable` if a
    /// write is lost.
    func answer(_ call: CallID, _ response: HTTPResponse, about subjects: Set<StoreFailureDomain>) {
        switch gate.scheduleOutput(.call(call), subjects) {
        case .now: answer(call, response)
        case .after: heldAnswers[call] = response
        case .never: answer(call, .unavailable)
        }
    }

    /// Returns `objects`, the pending inserts of a log, if the write that queued them is stored.
    /// Otherwise returns an empty array, and holds the inserts back unless that write is lost.
    func releaseOrHold(_ objects: [PendingCrossLogInsert], owedBy log: UserLogID)
        -> [PendingCrossLogInsert]
    {
        deliveries += 1
        switch gate.scheduleOutput(.delivery(deliveries), [.log(log)]) {
        case .now: return objects
        case .after: heldDeliveries[deliveries] = objects
        case .never: break
        }
        return []
    }

    /// Sends the outputs that waited for a batch. Returns the pending inserts that may be delivered
    /// now.
    func sendReleasedOutputs(_ batch: OutputGate.Batch) -> [PendingCrossLogInsert] {
        var delivered: [(Int, [PendingCrossLogInsert])] = []
        for receiver in gate.recordStored(batch) {
            switch receiver {
            case .connection(let id): table[id]?.connection.releaseHeldBlocks(upTo: batch)
            case .call(let call):
                if let response = heldAnswers.removeValue(forKey: call) { answer(call, response) }
            case .delivery(let number):
                delivered.append((number, heldDeliveries.removeValue(forKey: number) ?? []))
            }
        }
        return delivered.sorted { $0.0 < $1.0 }.flatMap(\.1)
    }

    /// Drops the outputs that depend on lost writes. Closes the WebSockets that should have
    /// received such outputs, and answers the calls with `unavailable`.
    func dropLostOutputs(_ subjects: Set<StoreFailureDomain>) {
        sendBroadcast()
        for receiver in gate.recordLoss(of: subjects) {
            switch receiver {
            case .connection(let id): table[id]?.dropHeldBlocksAndClose(.reconnect)
            case .call(let call):
                heldAnswers[call] = nil
                answer(call, .unavailable)
            case .delivery(let number): heldDeliveries[number] = nil
            }
        }
    }

    /// Upgrades the connection of a call to a WebSocket. Returns the id of the connection and the
    /// address of the client; nil if the connection is closed, if `admit` returns false, or if the
    /// request is invalid.
    func openWebSocket(
        for call: CallID, admit: (TCPConnection, SocketAddress) -> Bool
    ) -> (id: ConnectionID, client: SocketAddress)? {
        guard let waiting = calls.remove(call) else { return nil }
        let isOpen = waiting.peer.openWebSocket(waiting.ticket) {
            admit(waiting.peer.connection, waiting.client)
        }
        return isOpen ? id(of: waiting.peer).map { (id: $0, client: waiting.client) } : nil
    }

    func send(_ message: [UInt8], to id: ConnectionID) {
        sendBroadcast()
        if let order = orderWithHeartbeatsAhead(of: message, to: id) {
            table[id]?.sendChargedMessage(message, order)
        }
    }

    func close(_ id: ConnectionID, _ reason: CloseReason) {
        sendBroadcast()
        guard let order = orderOfNextOutput(to: id) else {
            return table[id]?.dropHeldBlocksAndClose(.reconnect) ?? ()
        }
        table[id]?.close(reason, order)
    }

    /// Returns the order of a message; nil if the connection must get no more output. The answer to
    /// a heartbeat depends on no write, and is sent ahead of the outputs that wait.
    private func orderWithHeartbeatsAhead(
        of message: [UInt8], to id: ConnectionID
    ) -> SendOrder? {
        message.starts(with: [UInt8(ascii: "h"), UInt8(ascii: ":")])
            ? .aheadOfHeldBlocks : orderOfNextOutput(to: id)
    }

    /// Returns the order of the next output to a connection; nil if the connection must get no more
    /// output.
    private func orderOfNextOutput(to id: ConnectionID) -> SendOrder? {
        switch gate.scheduleOutput(to: id) {
        case .now: .inOrder
        case .after(let batch): .heldUntil(batch)
        case .never: nil
        }
    }

    /// Adds a message to the broadcast, or begins a new broadcast after sending the earlier one.
    /// Each peer gets the message before all later messages.
    func addToBroadcast(_ message: [UInt8], toAll ids: [ConnectionID]) {
        guard broadcast?.append(message, to: ids) != true else { return }
        sendBroadcast()
        broadcast = BroadcastBlock(message, to: ids)
    }

    func sendBroadcast() {
        guard let block = broadcast.take() else { return }
        guard block.isWorthDeflating else {
            for id in block.audience {
                if let order = orderOfNextOutput(to: id) {
                    table[id]?.send(frame: block.bytes, order)
                }
            }
            return
        }
        // Encoded once for all peers with compression, and not at all without such peers.
        var deflated: [UInt8]?
        for id in block.audience {
            guard let peer = table[id], let order = orderOfNextOutput(to: id) else { continue }
            if peer.takesDeflated, deflated == nil { deflated = block.deflated }
            peer.send(frame: peer.takesDeflated ? deflated ?? block.bytes : block.bytes, order)
        }
    }
}

extension HTTPResponse {
    /// The answer to a call if a write that the answer depends on is lost, or if the service ends.
    fileprivate static var unavailable: HTTPResponse {
        var response = HTTPResponse(.unavailable)
        response.fields.add("Retry-After", "10")
        return response
    }
}

extension CloseReason {
    static let reconnect = CloseReason(.tryAgainLater, "reconnect")
}

/// The connected clients by their connection ids.
///
/// An id consists of the peer's index in the table and a number that makes the id unique. The
/// peer's `tag` is the same index.
struct PeerTable {
    private struct PeerEntry {
        let peer: IncomingWebClient
        let id: ConnectionID
    }

    private static let indexBits: UInt64 = 24

    private var entries: [PeerEntry?] = []
    private var freeIndices: [Int] = []
    private var addedCount: UInt64 = 0

    var count: Int { entries.count - freeIndices.count }
    var isEmpty: Bool { count == 0 }
    var all: [IncomingWebClient] { entries.compactMap { $0?.peer } }

    mutating func add(_ peer: IncomingWebClient) {
        let index = freeIndices.popLast() ?? entries.count
        if index == entries.count { entries.append(nil) }
        addedCount += 1
        let id = ConnectionID(rawValue: addedCount << Self.indexBits | UInt64(index))
        entries[index] = PeerEntry(peer: peer, id: id)
        peer.tag = index
    }

    subscript(id: ConnectionID) -> IncomingWebClient? {
        let index = Int(id.rawValue & (1 << Self.indexBits - 1))
        guard let entry = entries[index], entry.id == id else { return nil }
        return entry.peer
    }

    func id(of peer: IncomingWebClient) -> ConnectionID? { entry(peer)?.id }

    private func entry(_ peer: IncomingWebClient) -> PeerEntry? {
        guard entries.indices.contains(peer.tag), let entry = entries[peer.tag], entry.peer === peer
        else { return nil }
        return entry
    }

    mutating func remove(_ peer: IncomingWebClient) {
        guard entry(peer) != nil else { return }
        entries[peer.tag] = nil
        freeIndices.append(peer.tag)
    }
}

/// The requests over HTTP that have not been answered.
struct CallTable {
    /// A client's request over HTTP that has no answer yet.
    struct UnansweredHTTPRequest {
        let peer: IncomingWebClient
        let ticket: IncomingWebClient.RequestTicket
        let client: SocketAddress

        func answer(_ response: HTTPResponse) {
            peer.answer(ticket, response)
        }
    }

    private var calls: [CallID: UnansweredHTTPRequest] = [:]
    private var callsOfPeers: [ObjectIdentifier: [CallID]] = [:]
    private var count: UInt64 = 0

    mutating func add(
        _ peer: IncomingWebClient, _ ticket: IncomingWebClient.RequestTicket,
        from client: SocketAddress
    ) -> CallID {
        count += 1
        let id = CallID(rawValue: count)
        calls[id] = UnansweredHTTPRequest(peer: peer, ticket: ticket, client: client)
        callsOfPeers[ObjectIdentifier(peer), default: []].append(id)
        return id
    }

    func clientAddress(of id: CallID) -> SocketAddress? { calls[id]?.client }

    mutating func remove(_ id: CallID) -> UnansweredHTTPRequest? {
        guard let waiting = calls.removeValue(forKey: id) else { return nil }
        let peer = ObjectIdentifier(waiting.peer)
        callsOfPeers[peer]?.removeAll { $0 == id }
        if callsOfPeers[peer]?.isEmpty == true { callsOfPeers[peer] = nil }
        return waiting
    }

    mutating func removeAll() -> [UnansweredHTTPRequest] {
        callsOfPeers = [:]
        return exchange(&calls, with: [:]).values.map(\.self)
    }

    mutating func removeAll(of peer: IncomingWebClient) -> [CallID] {
        let left = callsOfPeers.removeValue(forKey: ObjectIdentifier(peer)) ?? []
        for id in left { calls[id] = nil }
        return left
    }
}

/// Consecutive messages to the same connections, which are sent as one block.
///
/// With many receivers and many messages in a tick, a call for each message and receiver would take
/// as long as the sending.
struct BroadcastBlock {
    /// The maximum size in bytes of a block after a message was appended. A longer block saves
    /// nothing.
    private static let longest = 64 << 10

    let audience: [ConnectionID]
    private(set) var bytes: [UInt8]
    /// The block's only message, if it is worth deflating; otherwise nil.
    private let longMessage: [UInt8]?

    init(_ message: [UInt8], to audience: [ConnectionID]) {
        self.audience = audience
        bytes = OutgoingWebSocketFrame.text(message).encoded()
        longMessage = OutgoingWebSocketFrame.isWorthDeflating(message) ? message : nil
    }

    var isWorthDeflating: Bool { longMessage != nil }

    /// The block for receivers with compression; nil if they receive the plain block.
    var deflated: [UInt8]? { longMessage.map { OutgoingWebSocketFrame.encodedText(deflating: $0) } }

    /// Appends a message. Returns false if the message has other receivers, or if the block would
    /// be too long. Also returns false if the message or the block's only message is worth
    /// deflating, because such a message has its own block.
    mutating func append(_ message: [UInt8], to audience: [ConnectionID]) -> Bool {
        guard bytes.count + message.count <= Self.longest, longMessage == nil,
            !OutgoingWebSocketFrame.isWorthDeflating(message), audience == self.audience
        else { return false }
        bytes += OutgoingWebSocketFrame.text(message).encoded()
        return true
    }
}
