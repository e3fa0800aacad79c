import Host
import SimperiumNetwork
import SimperiumWebWire
import SimperiumWire
import SyncHub

/// The peers that are connected: their names, what they have asked over HTTP, and what has been
/// said to many of them and not been handed out yet.
///
/// A class, because handing something to one peer may be what ends it, which comes back here.
final class Peers {
    private var table = PeerTable()
    private var calls = CallTable()
    private var broadcast: Broadcast?
    /// Holds back outputs until the store has kept the writes that they depend on.
    var gate = OutputGate()
    private var heldAnswers: [CallID: HTTPResponse] = [:]
    private var heldDeliveries: [Int: [OwedObject]] = [:]
    private var deliveries = 0
    /// Those of whose messages some wait in the host.
    private var backlogged: Set<ConnectionID> = []

    /// Whether something was said that has not been handed out.
    var hasBroadcast: Bool { broadcast != nil }

    func add(_ peer: WebPeer) {
        table.add(peer)
    }

    func id(of peer: WebPeer) -> ConnectionID? { table.id(of: peer) }

    /// Takes note of how many bytes of a peer's messages wait in the host.
    func note(backlog: Int, of id: ConnectionID, _ peer: WebPeer) {
        guard backlog != peer.connection.backlog else { return }
        if backlog > 0 { backlogged.insert(id) }
        peer.note(backlog: backlog)
    }

    /// Looks again how much waits of those of whom something did.
    func renewBacklogs(_ waitingBytes: (ConnectionID) -> Int) {
        guard !backlogged.isEmpty else { return }
        for id in backlogged {
            let backlog = waitingBytes(id)
            if backlog == 0 { backlogged.remove(id) }
            table[id]?.note(backlog: backlog)
        }
    }

    /// Forgets a peer, and says what it waited for.
    func remove(_ peer: WebPeer) -> [CallID] {
        if let id = table.id(of: peer) { gate.leave(id) }
        table.remove(peer)
        let left = calls.removeAll(of: peer)
        for call in left where heldAnswers.removeValue(forKey: call) != nil { gate.cancel(call) }
        return left
    }

    /// Goes on with all who were held up.
    func resumeAll() {
        for peer in table.all { peer.resumeReading() }
    }

    /// Says farewell to all.
    func closeAll(_ reason: CloseReason) {
        for peer in table.all { peer.close(reason) }
    }

    func addCall(
        of peer: WebPeer, _ ticket: WebPeer.Ticket, from client: SocketAddress
    ) -> CallID {
        calls.add(peer, ticket, from: client)
    }

    /// The address of who pays for something. All who have gone count as one.
    func addressPrefix(of payer: HostPayer) -> [UInt8] {
        let address: SocketAddress? =
            switch payer {
            case .connection(let id): table[id]?.connection.peer
            case .call(let call): calls.client(of: call)
            case .nobody: nil
            }
        return address?.addressPrefix ?? []
    }

    func answer(_ call: CallID, _ response: HTTPResponse) {
        calls.end(call)?.answer(response)
    }

    /// Answers a call when all writes to these subjects are kept.
    func answer(_ call: CallID, _ response: HTTPResponse, about subjects: Set<StoreSubject>) {
        switch gate.admit(.call(call), subjects) {
        case .now: answer(call, response)
        case .after: heldAnswers[call] = response
        case .never: answer(call, .unavailable)
        }
    }

    /// Returns the debts of a log if the write that owes them is kept. Otherwise holds them.
    func deliver(_ objects: [OwedObject], owedBy log: LogID) -> [OwedObject] {
        deliveries += 1
        switch gate.admit(.delivery(deliveries), [.log(log)]) {
        case .now: return objects
        case .after: heldDeliveries[deliveries] = objects
        case .never: break
        }
        return []
    }

    /// Lets the outputs leave that waited for a batch. Returns what may be delivered.
    func release(_ batch: OutputGate.Batch) -> [OwedObject] {
        var delivered: [(Int, [OwedObject])] = []
        for receiver in gate.kept(batch) {
            switch receiver {
            case .connection(let id): table[id]?.connection.release(upTo: batch)
            case .call(let call):
                if let response = heldAnswers.removeValue(forKey: call) { answer(call, response) }
            case .delivery(let number):
                delivered.append((number, heldDeliveries.removeValue(forKey: number) ?? []))
            }
        }
        return delivered.sorted { $0.0 < $1.0 }.flatMap(\.1)
    }

    /// Drops the outputs that depend on writes that are lost, and closes their receivers.
    func retract(_ subjects: Set<StoreSubject>) {
        handOut()
        for receiver in gate.fail(subjects) {
            switch receiver {
            case .connection(let id): table[id]?.retract(.reconnect)
            case .call(let call):
                heldAnswers[call] = nil
                answer(call, .unavailable)
            case .delivery(let number): heldDeliveries[number] = nil
            }
        }
    }

    /// Makes a WebSocket of the connection that a call came by; nil if that can't be any more, or
    /// if `admit` has no room for another one of the client.
    func openWebSocket(
        for call: CallID, admit: (TCPConnection, SocketAddress) -> Bool
    ) -> ConnectionID? {
        guard let waiting = calls.end(call) else { return nil }
        guard admit(waiting.peer.connection, waiting.client) else {
            waiting.answer(HTTPResponse(.unavailable))
            return nil
        }
        guard waiting.peer.openWebSocket(waiting.ticket) else { return nil }
        return id(of: waiting.peer)
    }

    func send(_ message: [UInt8], to id: ConnectionID) {
        handOut()
        if let order = order(of: message, to: id) { table[id]?.answer(message, order) }
    }

    func close(_ id: ConnectionID, _ reason: CloseReason) {
        handOut()
        guard let order = order(to: id) else { return table[id]?.retract(.reconnect) ?? () }
        table[id]?.close(reason, order)
    }

    /// The answer to a heartbeat depends on no write, and overtakes what is held back.
    private func order(of message: [UInt8], to id: ConnectionID) -> SendOrder? {
        message.starts(with: [UInt8(ascii: "h"), UInt8(ascii: ":")]) ? .ahead : order(to: id)
    }

    /// Nil for a connection that must be sent nothing more.
    private func order(to id: ConnectionID) -> SendOrder? {
        switch gate.admit(to: id) {
        case .now: .inOrder
        case .after(let batch): .after(batch)
        case .never: nil
        }
    }

    /// Says something to many peers, which are handed it before anything that comes later.
    func send(_ message: [UInt8], toAll ids: [ConnectionID]) {
        guard broadcast?.append(message, to: ids) != true else { return }
        handOut()
        broadcast = Broadcast(message, to: ids)
    }

    /// Hands a broadcast to all peers that it is for, before any of them hears of what came later.
    func handOut() {
        guard let said = broadcast.take() else { return }
        guard said.isWorthDeflating else {
            for id in said.audience {
                if let order = order(to: id) { table[id]?.send(frame: said.block, order) }
            }
            return
        }
        // Once for all who take it, and not at all if nobody does.
        var deflated: [UInt8]?
        for id in said.audience {
            guard let peer = table[id], let order = order(to: id) else { continue }
            if peer.takesDeflated, deflated == nil { deflated = said.deflated }
            peer.send(frame: peer.takesDeflated ? deflated ?? said.block : said.block, order)
        }
    }
}

extension HTTPResponse {
    /// The answer instead of one that is not true: the store has lost a write.
    fileprivate static var unavailable: HTTPResponse {
        var response = HTTPResponse(.unavailable)
        response.fields.add("Retry-After", "10")
        return response
    }
}

extension CloseReason {
    static let reconnect = CloseReason(.tryAgainLater, "reconnect")
}
