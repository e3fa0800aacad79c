package import Host
internal import Recording
package import SimperiumClock
package import SyncHub

/// A host's hub as a recordable machine, with the lobby's validators. The rest of the host is not
/// recorded, because it handles passwords and creates secrets.
package struct RecordedHub: RecordedMachine {
    package typealias Beginning = HubConfiguration

    package static let name = HubConfiguration.machine

    private var hub: Hub

    package init(_ beginning: HubConfiguration) {
        hub = beginning.newHub(validators: GameValidators())
    }

    package mutating func handle(_ event: Hub.Event, at now: Instant) -> [Hub.Effect] {
        hub.handle(event, at: now)
    }
}
