import Host
import Network
import WebWire

/// The requests over HTTP that have not been answered.
struct CallTable {
    struct Waiting {
        let peer: WebPeer
        let ticket: WebPeer.Ticket

        func answer(_ response: HTTPResponse) {
            peer.answer(ticket, response)
        }
    }

    private var calls: [CallID: Waiting] = [:]
    private var count: UInt64 = 0

    mutating func add(_ peer: WebPeer, _ ticket: WebPeer.Ticket) -> CallID {
        count += 1
        let id = CallID(rawValue: count)
        calls[id] = Waiting(peer: peer, ticket: ticket)
        return id
    }

    mutating func end(_ id: CallID) -> Waiting? {
        calls.removeValue(forKey: id)
    }

    /// Those of a peer that has left.
    mutating func removeAll(of peer: WebPeer) -> [CallID] {
        let left = calls.filter { $0.value.peer === peer }.keys.sorted()
        for id in left { calls[id] = nil }
        return left
    }
}
