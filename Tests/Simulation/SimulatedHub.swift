internal import SimperiumClock
internal import SimperiumJSON
internal import SimperiumWire
internal import SyncHub

/// The hub of a world, of either kind.
protocol SimulatedHub: Sendable {
    var faults: HubFaults { get set }
    /// True if `SimulatedClient.guests` is a bucket with presence there.
    var hasPresence: Bool { get }
    /// The instant of its next alarm.
    var nextDeadline: Instant? { get }
    /// A promise that it has broken; nil if there is none.
    var violation: String? { get }
    /// True if it has failed with its disk, so that it must be restarted.
    var isDown: Bool { get }
    /// The events and effects of each of its runs, if they are recorded.
    var recordings: [SimulatedRecording]? { get }

    mutating func handle(_ event: Hub.Event, at now: Instant) -> [ServerEffect]
    /// Kills the hub with all its connections, and starts it again with its stored data.
    mutating func restart(at now: Instant) -> [ServerEffect]

    /// Stores the objects that are there from the start.
    mutating func begin(_ bucket: BucketName, with objects: [ObjectKey: JSONObject])
    func objects(in bucket: BucketName) -> [ObjectKey: JSONObject]
    func head(of bucket: BucketName) -> ChangeVersion?
    /// Keys whose history has a removal, or two concurrent creations. There the protocol's own
    /// rules may lose edits.
    func contested(in bucket: BucketName) -> Set<ObjectKey>
}

extension SimulatedHub {
    var isDown: Bool { false }
}

/// The rates of a hub's random faults, in a thousand cases, and its liberties.
struct HubFaultPlan: Hashable, Sendable {
    var refusalRate: UInt64 = 0
    var garblingRate: UInt64 = 0
    var forgettingRate: UInt64 = 0
    /// The rate of messages that a client must ignore or may answer.
    var chatterRate: UInt64 = 0
    /// True if changes of one object are combined.
    var folds = false
    /// True if a later page of an index has the present objects.
    var isFresh = false
    /// True if questions are answered late.
    var isSlow = false
    var pageLimit = 3

    static let calm = HubFaultPlan()
}

/// A hub's random faults.
struct HubFaults: Sendable {
    var plan = HubFaultPlan.calm
    private var random: SeededRandom

    init(random: SeededRandom) {
        self.random = random
    }

    /// Returns true at random, in `rate` of a thousand cases.
    mutating func draw(_ rate: UInt64) -> Bool {
        rate > 0 && random.chance(rate, in: 1_000)
    }

    mutating func delay(atMost milliseconds: UInt64) -> Duration {
        .milliseconds(Int64(random.numberBelow(milliseconds)))
    }

    /// Returns an error without a good reason, at random. It must not mislead the client for good:
    /// an error for an applied change or a missing object is only sent if it is true.
    mutating func refusal(of change: Change) -> ChangeRefusalReason? {
        guard draw(plan.refusalRate) else { return nil }
        let lies = change.operation == .remove ? [] : [412]
        return random.pick([400, 401, 405, 413, 417, 440, 503, 599, 999] + lies)
            .map(ChangeRefusalReason.init(code:))
    }

    /// Returns a message that a client must be able to ignore, or to answer at any time.
    mutating func chatter(on channel: ChannelNumber) -> HubMessage? {
        guard draw(plan.chatterRate) else { return nil }
        return random.pick([
            .command(.options(["namespace": "x"]), on: channel), .command(.state, on: channel),
            .command(.unknown("options"), on: channel), .log(.verbose), .unknown("x"),
            .command(.state, on: ChannelNumber(rawValue: 99)),
        ])
    }

    /// Makes the diff of a change inapplicable, at random.
    mutating func garbled(_ change: AcceptedChange) -> AcceptedChange {
        guard draw(plan.garblingRate), let clientID = change.clientID,
            case .modified(_, let source, let version) = change.effect,
            let nonsense = try? Diff(["no such member": ["o": "I", "v": 1]])
        else { return change }
        return AcceptedChange(
            .modified(nonsense, from: source, to: version), key: change.key,
            changeVersion: change.changeVersion, changeIDs: change.changeIDs, clientID: clientID)
    }
}

extension HubMessage {
    /// The changes that it accepts or refuses.
    var answers: [ChangeID] {
        guard case .command(.changes(let entries), _) = self else { return [] }
        return entries.flatMap { entry -> [ChangeID] in
            switch entry {
            case .accepted(let change): change.changeIDs
            case .refused(let refusal): refusal.changeIDs
            case .unreadable: []
            }
        }
    }
}
