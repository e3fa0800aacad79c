internal import Recording
internal import SimperiumClock
package import SyncHub

/// The start values of a host's hub, as a recording contains them.
package struct HubConfiguration: Hashable, Codable, Sendable {
    /// The name of the hub in a recording.
    package static let machine = "hub"

    let epoch: UInt32
    let limits: HubLimits

    package init(epoch: UInt32, limits: HubLimits) {
        self.epoch = epoch
        self.limits = limits
    }

    package func newHub(validators: any ChangeValidatorProvider) -> Hub {
        Hub(epoch: epoch, limits: limits, validators: validators)
    }
}

/// The recording of a host's hub. A host does no I/O, so its caller collects the lines after each
/// host event.
struct HubRecording: Sendable {
    private var recorder: Recorder
    /// The lines since the last `drain`.
    private var lines: [UInt8]

    init(_ recorder: Recorder, of beginning: HubConfiguration) {
        self.recorder = recorder
        lines = self.recorder.beginRecording(HubConfiguration.machine, beginning)
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

    mutating func drain() -> [UInt8] {
        var taken: [UInt8] = []
        swap(&taken, &lines)
        return taken
    }
}
