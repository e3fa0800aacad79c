internal import Recording
internal import SimperiumClock
package import SimperiumSync

extension Replica: RecordedMachine {
    package static let name = "replica"
}

/// The events and effects of one run of a simulated program, for `tictactoe doctor --replay`.
package struct SimulatedRecording: Sendable {
    /// The name of the program and the number of its run.
    package let name: String
    package private(set) var bytes: [UInt8]
    private var recorder = Recorder(program: "simulation", limit: .max)

    init<Machine: RecordedMachine>(
        _ machine: Machine.Type, from beginning: Machine.Beginning, of name: String, run: Int
    ) {
        self.name = "\(name)-run-\(run)"
        bytes = recorder.beginRecording(machine, beginning)
    }

    mutating func write(_ event: some Encodable, at now: Instant) {
        bytes += recorder.line(of: event, at: now)
    }

    mutating func write(_ effects: [some Encodable]) {
        bytes += recorder.line(of: effects)
    }
}
