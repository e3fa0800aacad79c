import Host
import SimperiumNetwork
import SimperiumWebWire

/// The requests over HTTP that have not been answered.
struct CallTable {
    struct WaitingCall {
        let peer: IncomingWebClient
        let ticket: IncomingWebClient.RequestTicket
        let client: SocketAddress

        func answer(_ response: HTTPResponse) {
            peer.answer(ticket, response)
        }
    }

    private var calls: [CallID: WaitingCall] = [:]
    private var callsOfPeers: [ObjectIdentifier: [CallID]] = [:]
    private var count: UInt64 = 0

    mutating func add(
        _ peer: IncomingWebClient, _ ticket: IncomingWebClient.RequestTicket,
        from client: SocketAddress
    ) -> CallID {
        count += 1
        let id = CallID(rawValue: count)
        calls[id] = WaitingCall(peer: peer, ticket: ticket, client: client)
        callsOfPeers[ObjectIdentifier(peer), default: []].append(id)
        return id
    }

    func clientAddress(of id: CallID) -> SocketAddress? { calls[id]?.client }

    mutating func remove(_ id: CallID) -> WaitingCall? {
        guard let waiting = calls.removeValue(forKey: id) else { return nil }
        let peer = ObjectIdentifier(waiting.peer)
        callsOfPeers[peer]?.removeAll { $0 == id }
        if callsOfPeers[peer]?.isEmpty == true { callsOfPeers[peer] = nil }
        return waiting
    }

    mutating func removeAll() -> [WaitingCall] {
        callsOfPeers = [:]
        return exchange(&calls, with: [:]).values.map(\.self)
    }

    mutating func removeAll(of peer: IncomingWebClient) -> [CallID] {
        let left = callsOfPeers.removeValue(forKey: ObjectIdentifier(peer)) ?? []
        for id in left { calls[id] = nil }
        return left
    }
}
