import SimperiumNetwork
import SyncHub

/// The connected clients by their connection ids.
///
/// An id consists of the peer's index in the table and a number that makes it unique. The peer's
/// `tag` is its index, too.
struct PeerTable {
    private struct PeerEntry {
        let peer: IncomingWebClient
        let id: ConnectionID
    }

    private static let seatBits: UInt64 = 24

    private var seats: [PeerEntry?] = []
    private var freeSeats: [Int] = []
    private var arrivals: UInt64 = 0

    var count: Int { seats.count - freeSeats.count }
    var isEmpty: Bool { count == 0 }
    var all: [IncomingWebClient] { seats.compactMap { $0?.peer } }

    mutating func add(_ peer: IncomingWebClient) {
        let seat = freeSeats.popLast() ?? seats.count
        if seat == seats.count { seats.append(nil) }
        arrivals += 1
        let id = ConnectionID(rawValue: arrivals << Self.seatBits | UInt64(seat))
        seats[seat] = PeerEntry(peer: peer, id: id)
        peer.tag = seat
    }

    subscript(id: ConnectionID) -> IncomingWebClient? {
        let seat = Int(id.rawValue & (1 << Self.seatBits - 1))
        guard let guest = seats[seat], guest.id == id else { return nil }
        return guest.peer
    }

    func id(of peer: IncomingWebClient) -> ConnectionID? { entry(peer)?.id }

    private func entry(_ peer: IncomingWebClient) -> PeerEntry? {
        guard seats.indices.contains(peer.tag), let guest = seats[peer.tag], guest.peer === peer
        else { return nil }
        return guest
    }

    mutating func remove(_ peer: IncomingWebClient) {
        guard entry(peer) != nil else { return }
        seats[peer.tag] = nil
        freeSeats.append(peer.tag)
    }
}
