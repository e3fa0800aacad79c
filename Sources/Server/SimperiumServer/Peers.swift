import Host
import SimperiumNetwork
import SimperiumWebWire
import SyncHub

/// The peers that are connected: their names, what they have asked over HTTP, and what has been
/// said to many of them and not been handed out yet.
///
/// A class, because handing something to one peer may be what ends it, which comes back here.
final class Peers {
    private var table = PeerTable()
    private var calls = CallTable()
    private var broadcast: Broadcast?
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
        table.remove(peer)
        return calls.removeAll(of: peer)
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
        table[id]?.answer(message)
    }

    func close(_ id: ConnectionID, _ reason: CloseReason) {
        handOut()
        table[id]?.close(reason)
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
            for id in said.audience { table[id]?.send(frame: said.block) }
            return
        }
        // Once for all who take it, and not at all if nobody does.
        var deflated: [UInt8]?
        for id in said.audience {
            guard let peer = table[id] else { continue }
            if peer.takesDeflated, deflated == nil { deflated = said.deflated }
            peer.send(frame: peer.takesDeflated ? deflated ?? said.block : said.block)
        }
    }
}
