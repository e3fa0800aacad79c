internal import Recording
package import SimperiumClock
package import SyncHub

/// A host's hub as a recording contains it: with the lobby's guard, but without the accounts, which
/// have the users' passwords and create secrets.
package struct RecordedHub: RecordedMachine {
    package struct Beginning: Hashable, Codable, Sendable {
        let epoch: UInt32
        let limits: HubLimits

        package init(epoch: UInt32, limits: HubLimits) {
            self.epoch = epoch
            self.limits = limits
        }

        var hub: Hub {
            Hub(epoch: epoch, limits: limits, guards: LobbyGuards(of: LobbyPass.log))
        }
    }

    package static let name = "hub"

    private var hub: Hub

    package init(_ beginning: Beginning) {
        hub = beginning.hub
    }

    package mutating func handle(_ event: Hub.Event, at now: Instant) -> [Hub.Effect] {
        hub.handle(event, at: now)
    }
}

/// The recording of a host's hub. A host does no I/O, so the lines of one host event leave
/// together.
struct HubRecording: Sendable {
    private var recorder: Recorder
    /// The lines since the last `take`.
    private var lines: [UInt8]

    init(_ recorder: Recorder, of beginning: RecordedHub.Beginning) {
        self.recorder = recorder
        lines = self.recorder.begin(RecordedHub.self, beginning)
    }

    mutating func write(_ event: Hub.Event, at now: Instant) {
        lines += recorder.line(of: event, at: now)
    }

    mutating func write(_ effects: [Hub.Effect]) {
        lines += recorder.line(of: effects)
    }

    mutating func end() {
        lines += recorder.end(.done)
    }

    mutating func take() -> [UInt8] {
        var taken: [UInt8] = []
        swap(&taken, &lines)
        return taken
    }
}
