import Network
import Simperium
import SimperiumClient
import SyncClient
import TestSupport

/// A line, and what it has told.
final class Listening {
    private(set) var line: HubLine?
    private(set) var events: [HubLine.Event] = []
    /// Called with each event.
    var onEvent: ((HubLine.Event) -> Void)?

    init(
        _ address: String, at harbour: Harbour, patience: Duration = .seconds(15)
    ) throws {
        line = HubLine(
            to: try HubAddress(address, app: .demo), on: harbour.switchboard,
            trusting: try .client(authorities: Certificates.shared.authority), patience: patience
        ) { [unowned self] event in
            events.append(event)
            onEvent?(event)
        }
    }

    func letGo() {
        line = nil
    }

    var end: ConnectionFailure? {
        guard case .closed(let reason) = events.last else { return nil }
        return reason
    }
}
