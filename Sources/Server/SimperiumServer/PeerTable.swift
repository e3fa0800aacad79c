import SimperiumNetwork
import SyncHub

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
