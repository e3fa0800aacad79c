import SimperiumNetwork
import SimperiumReplica
import SimperiumSync
import SimperiumWire
import TestSupport

/// A link to a hub that dials one connection, and the events that it delivered.
final class LinkRecorder {
    private(set) var link: HubLink?
    private(set) var events: [LinkEvent] = []
    let id = LinkID(rawValue: 1)
    /// Called with each event.
    var onEvent: ((LinkEvent) -> Void)?

    init(
        _ addresses: String..., at local: LocalServer, dialTimeout: Duration = .seconds(15),
        hall: String? = nil
    ) throws {
        link = HubLink(
            to: try addresses.map { try HubAddress($0, app: .demo) }, on: local.connectionSet,
            trusting: try .client(authorities: Certificates.shared.authority),
            dialTimeout: dialTimeout
        ) { [unowned self] event in
            events.append(event)
            onEvent?(event)
        }
        link?.perform(.dial(id, hall: hall))
    }

    func send(_ frame: [UInt8]) {
        link?.perform(.send(frame, on: id))
    }

    func hangUp(_ manner: ClientHangUpManner) {
        link?.perform(.hangUp(id, manner))
    }

    func release() {
        link = nil
    }

    var end: LinkFailure? {
        guard case .closed(id, let reason) = events.last else { return nil }
        return reason
    }
}
