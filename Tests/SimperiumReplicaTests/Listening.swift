import SimperiumNetwork
import SimperiumReplica
import SimperiumSync
import SimperiumWire
import TestSupport

/// A link to a hub that dials one connection, and the events that it delivered.
final class Listening {
    private(set) var line: HubLink?
    private(set) var events: [LinkEvent] = []
    let id = LinkID(rawValue: 1)
    /// Called with each event.
    var onEvent: ((LinkEvent) -> Void)?

    init(
        _ addresses: String..., at harbour: Harbour, patience: Duration = .seconds(15),
        hall: String? = nil
    ) throws {
        line = HubLink(
            to: try addresses.map { try HubAddress($0, app: .demo) }, on: harbour.connectionSet,
            trusting: try .client(authorities: Certificates.shared.authority), dialTimeout: patience
        ) { [unowned self] event in
            events.append(event)
            onEvent?(event)
        }
        line?.perform(.dial(id, hall: hall))
    }

    func send(_ frame: [UInt8]) {
        line?.perform(.send(frame, on: id))
    }

    func hangUp(_ parting: ClientHangUpManner) {
        line?.perform(.hangUp(id, parting))
    }

    func letGo() {
        line = nil
    }

    var end: LinkFailure? {
        guard case .closed(id, let reason) = events.last else { return nil }
        return reason
    }
}
