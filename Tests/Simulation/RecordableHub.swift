internal import GameHost
internal import Host
internal import SimperiumClock
internal import SyncHub

/// The hub of a simulation, with recordings of its runs on request.
struct RecordableHub: Sendable {
    private(set) var hub: Hub
    private(set) var recordings: [SimulatedRecording]?
    private let limits: HubLimits
    private let validators: any ChangeValidatorProvider

    /// A recording can be replayed if there are no validators, or the lobby's.
    init(
        _ limits: HubLimits = HubLimits(), validators: any ChangeValidatorProvider = NoValidators(),
        epoch: UInt32,
        isRecorded: Bool
    ) {
        self.limits = limits
        self.validators = validators
        hub = Hub(epoch: epoch, limits: limits, validators: validators)
        recordings = isRecorded ? [] : nil
        beginRecording(epoch)
    }

    var nextDeadline: Instant? { hub.nextDeadline }

    func computation(for question: QuestionID) -> OffThreadComputation? {
        hub.computation(for: question)
    }

    /// Kills the hub, and begins another run.
    mutating func restart(epoch: UInt32) {
        hub = Hub(epoch: epoch, limits: limits, validators: validators)
        beginRecording(epoch)
    }

    private mutating func beginRecording(_ epoch: UInt32) {
        guard let run = recordings?.count else { return }
        let beginning = RecordedHub.Beginning(epoch: epoch, limits: limits)
        recordings?.append(
            SimulatedRecording(RecordedHub.self, from: beginning, of: "hub", run: run))
    }

    mutating func handle(_ event: Hub.Event, at now: Instant) -> [Hub.Effect] {
        guard let last = recordings?.indices.last else { return hub.handle(event, at: now) }
        recordings?[last].write(event, at: now)
        let effects = hub.handle(event, at: now)
        recordings?[last].write(effects)
        return effects
    }
}
