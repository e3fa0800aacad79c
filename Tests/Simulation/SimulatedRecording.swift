internal import Recording
internal import SimperiumClock
internal import SimperiumSync
internal import Visit

/// What the replica of one run of a simulated program did, for `tictactoe doctor --replay`.
package struct SimulatedRecording: Sendable {
    /// Which client's it is, and which of its runs.
    package let name: String
    package private(set) var bytes: [UInt8]
    private var recorder = Recorder(program: "simulation", limit: .max)

    init(of settings: ReplicaSettings, client: Int, run: Int) {
        name = "client-\(client)-run-\(run)"
        bytes = recorder.begin(Replica.self, settings)
    }

    mutating func write(_ event: Replica.Event, at now: Instant) {
        bytes += recorder.line(of: event, at: now)
    }

    mutating func write(_ effects: [Replica.Effect]) {
        bytes += recorder.line(of: effects)
    }
}
