import SimperiumNetwork
import SyncHub

/// The connected clients by their connection ids.
///
/// An id has the peer's index in the table, and a number that makes it unique. The peer's `tag` is
/// its index, too.
struct PeerTable {
    private struct Guest {
        let peer: WebPeer
        let id: ConnectionID
    }

    private static let seatBits: UInt64 = 24

    private var seats: [Guest?] = []
    private var freeSeats: [Int] = []
    private var arrivals: UInt64 = 0

    var count: Int { seats.count - freeSeats.count }
    var isEmpty: Bool { count == 0 }
    var all: [WebPeer] { seats.compactMap { $0?.peer } }

    mutating func add(_ peer: WebPeer) {
        let seat = freeSeats.popLast() ?? seats.count
        if seat == seats.count { seats.append(nil) }
        arrivals += 1
        let id = ConnectionID(rawValue: arrivals << Self.seatBits | UInt64(seat))
        seats[seat] = Guest(peer: peer, id: id)
        peer.tag = seat
    }

    /// Returns the peer of a connection; nil if the peer is gone.
    subscript(id: ConnectionID) -> WebPeer? {
        let seat = Int(id.rawValue & (1 << Self.seatBits - 1))
        guard let guest = seats[seat], guest.id == id else { return nil }
        return guest.peer
    }

    func id(of peer: WebPeer) -> ConnectionID? { guest(peer)?.id }

    private func guest(_ peer: WebPeer) -> Guest? {
        guard seats.indices.contains(peer.tag), let guest = seats[peer.tag], guest.peer === peer
        else { return nil }
        return guest
    }

    mutating func remove(_ peer: WebPeer) {
        guard guest(peer) != nil else { return }
        seats[peer.tag] = nil
        freeSeats.append(peer.tag)
    }
}
