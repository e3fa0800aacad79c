package import Host
internal import Recording
package import SimperiumClock
package import SyncHub

/// A host's hub as a recording contains it: with the lobby's guard, but without the accounts, which
/// have the users' passwords and create secrets.
package struct RecordedHub: RecordedMachine {
    package typealias Beginning = HubConfiguration

    package static let name = HubConfiguration.machine

    private var hub: Hub

    package init(_ beginning: HubConfiguration) {
        hub = beginning.hub(guards: LobbyGuards(of: LobbyPass.log))
    }

    package mutating func handle(_ event: Hub.Event, at now: Instant) -> [Hub.Effect] {
        hub.handle(event, at: now)
    }
}
