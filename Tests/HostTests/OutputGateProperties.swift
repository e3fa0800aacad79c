import Host
import SimperiumClock
import SimperiumWire
import Simulation
import SyncHub
import TestSupport
import Testing

@Suite("The gate in any schedule of a store that is late and fails")
struct OutputGateProperties {
    @Test(
        "An output leaves when the writes that it depends on are kept, in its order, and no later",
        arguments: Seeds.batches(2_000))
    func schedules(seeds: [UInt64]) {
        for seed in seeds {
            var story = GateStory(seed)
            story.run()
            #expect(story.violations == [], "seed \(seed)")
        }
    }

    @Test("A hundred schedules contain all kinds of steps")
    func reaches() {
        var counts: [GateStory.Step: Int] = [:]
        for seed in 0..<100 as Range<UInt64> {
            var story = GateStory(seed)
            story.run()
            counts.merge(story.counts) { $0 + $1 }
        }
        for step in GateStory.Step.allCases {
            #expect(counts[step, default: 0] > 20, "\(step)")
        }
    }

    @Test("The story detects each fault of a gate", arguments: GateStory.Fault.allCases)
    func finds(fault: GateStory.Fault) {
        let found = (0..<200 as Range<UInt64>).contains { seed in
            var story = GateStory(seed, fault)
            story.run()
            return !story.violations.isEmpty
        }
        #expect(found)
    }
}

/// Writes, outputs and a store behind a gate, and a model that knows each write.
///
/// The story is the shell: it has queues of outputs, and lets them leave when the gate releases
/// their receiver. Each output that leaves is judged by the writes before it.
struct GateStory {
    enum Step: Hashable, CaseIterable {
        case write, join, seal, keep, refuse, recover, leave, cancel
        /// An output that leaves at once, one that waits, and one that must not leave.
        case now, after, never
    }

    /// A fault of the gate or of the shell, to see that the story finds it.
    enum Fault: CaseIterable {
        /// A write is not recorded.
        case forgetsWrite
        /// Outputs leave with the batch before the one that they wait for.
        case opensEarly
        /// Each output waits for all logs.
        case waitsForAll
        /// An output leaves at once if an earlier one to its receiver waits.
        case overtakes
        /// The outputs of a log that was lost are kept.
        case keepsLost
        /// A log that was lost is open again before the hub knows of the loss.
        case recoversEarly
        /// A connection that has ended stays in its logs.
        case remembersConnection
        /// A call whose caller is gone stays.
        case remembersCall
    }

    private struct Write {
        let subjects: Set<StoreFailureDomain>
        let batch: OutputGate.Batch
        var isKept = false
        var isLost = false

        var isOpen: Bool { !isKept && !isLost }
    }

    private struct Output {
        let number: Int
        let batch: OutputGate.Batch
        /// Indices of the writes that it depends on.
        let writes: [Int]
    }

    private static let logs = (0..<4).map { UserLogID(app: named("demo"), user: named("u\($0)")) }
    private static let subjects = logs.map { StoreFailureDomain.log($0) } + [.accounts]

    private let fault: Fault?
    private var random: SeededRandom
    private var gate = OutputGate()
    private var writes: [Write] = []
    private var batch: OutputGate.Batch = 1
    private var sealed: [OutputGate.Batch] = []
    private var fallen: Set<StoreFailureDomain> = []
    private var members: [ConnectionID: Set<StoreFailureDomain>] = [:]
    private var queues: [OutputGate.OutputReceiver: [Output]] = [:]
    private var outputs = 0
    /// The last output that left each receiver.
    private var last: [OutputGate.OutputReceiver: Int] = [:]
    private(set) var counts: [Step: Int] = [:]
    private(set) var violations: [String] = []

    init(_ seed: UInt64, _ fault: Fault? = nil) {
        random = SeededRandom(seed: seed)
        self.fault = fault
    }

    mutating func run() {
        for _ in 0..<120 {
            switch random.numberBelow(14) {
            case 0..<4: write()
            case 4..<8: speak()
            case 8: join()
            case 9, 10: seal()
            case 11: answer()
            case 12: recover()
            default: end()
            }
            judgeWaiting()
        }
        seal()
        while !sealed.isEmpty { answer() }
        for subject in fallen { gate.recordRecovery(of: subject) }
        if !queues.isEmpty { violate("outputs were never sent") }
        if !gate.isOpen { violate("the gate is not open at the end") }
    }

    private mutating func violate(_ text: String) { violations.append(text) }
    private mutating func count(_ step: Step) { counts[step, default: 0] += 1 }
}

// MARK: - Steps

extension GateStory {
    private mutating func someSubjects() -> [StoreFailureDomain] {
        let first = random.numberBelow(Self.subjects.count)
        guard first < 4, random.chance(1, in: 3) else { return [Self.subjects[first]] }
        return (0...random.numberBelow(3)).map { Self.subjects[(first + $0) % 4] }
    }

    private mutating func write() {
        count(.write)
        let subjects = someSubjects()
        let isRefused = !fallen.isDisjoint(with: subjects)
        if gate.refusesWrites(to: subjects) != isRefused { violate("a write was judged wrongly") }
        guard !isRefused else { return }
        if fault != .forgetsWrite || random.chance(9, in: 10) { gate.recordWrite(to: subjects) }
        writes.append(Write(subjects: Set(subjects), batch: batch))
    }

    private mutating func join() {
        count(.join)
        let (id, log) = (someConnection(), random.numberBelow(Self.logs.count))
        gate.addDependency(of: id, on: Self.logs[log])
        members[id, default: []].insert(Self.subjects[log])
    }

    private mutating func someConnection() -> ConnectionID {
        ConnectionID(rawValue: UInt64(random.numberBelow(3)))
    }

    private mutating func speak() {
        outputs += 1
        let receiver: OutputGate.OutputReceiver
        let subjects: Set<StoreFailureDomain>
        switch random.numberBelow(4) {
        case 0: (receiver, subjects) = (.delivery(outputs), [someSubjects()[0]])
        case 1:
            receiver = .call(CallID(rawValue: UInt64(outputs)))
            subjects = Set(someSubjects())
        default:
            let id = someConnection()
            (receiver, subjects) = (.connection(id), members[id] ?? [])
        }
        let asked = fault == .waitsForAll ? Set(Self.subjects) : subjects
        var verdict =
            if case .connection(let id) = receiver, fault != .waitsForAll {
                gate.scheduleOutput(to: id)
            } else {
                gate.scheduleOutput(receiver, asked)
            }
        if fault == .overtakes, queues[receiver] != nil, verdict != .never { verdict = .now }
        let isFalse = !fallen.isDisjoint(with: subjects)
        if isFalse != (verdict == .never) { violate("an output was judged wrongly") }
        let output = Output(
            number: outputs, batch: verdict.batch, writes: dependencies(of: subjects))
        switch verdict {
        case .now:
            count(.now)
            send([output], to: receiver)
        case .after:
            count(.after)
            queues[receiver, default: []].append(output)
        case .never: count(.never)
        }
    }

    private func dependencies(of subjects: Set<StoreFailureDomain>) -> [Int] {
        writes.indices.filter {
            writes[$0].isOpen && !writes[$0].subjects.isDisjoint(with: subjects)
        }
    }

    private mutating func seal() {
        count(.seal)
        if gate.sealBatch() != batch { violate("batch \(batch) has another number") }
        sealed.append(batch)
        batch += 1
    }

    /// The store answers for the first batch that it has. It may have refused some of it.
    private mutating func answer() {
        guard !sealed.isEmpty else { return }
        let batch = sealed.removeFirst()
        if random.chance(1, in: 3), let write = random.pick(writes.filter { $0.batch == batch }) {
            refuse(write.subjects)
        }
        count(.keep)
        for index in writes.indices where writes[index].batch <= batch && !writes[index].isLost {
            writes[index].isKept = true
        }
        let opened = fault == .opensEarly ? batch + 1 : batch
        for receiver in gate.recordStored(opened) {
            guard let queue = queues[receiver] else {
                violate("\(receiver) was released, and has no output")
                continue
            }
            let leaving = queue.prefix { $0.batch <= opened }
            let rest = queue.dropFirst(leaving.count)
            queues[receiver] = rest.isEmpty ? nil : Array(rest)
            send(leaving, to: receiver)
        }
    }

    /// The store refuses the writes to some subjects, and so all that are tied to them.
    private mutating func refuse(_ subjects: Set<StoreFailureDomain>) {
        count(.refuse)
        var (lost, before) = (subjects, 0)
        while before != lost.count {
            before = lost.count
            for write in writes where write.isOpen && !lost.isDisjoint(with: write.subjects) {
                lost.formUnion(write.subjects)
            }
        }
        for index in writes.indices where writes[index].isOpen {
            if !lost.isDisjoint(with: writes[index].subjects) { writes[index].isLost = true }
        }
        fallen.formUnion(lost.filter { $0 != .accounts })
        for receiver in gate.recordLoss(of: lost) where fault != .keepsLost {
            queues[receiver] = nil
        }
        guard fault == .recoversEarly else { return }
        for subject in lost { gate.recordRecovery(of: subject) }
    }

    /// The hub has begun again with the store's data of a log.
    private mutating func recover() {
        guard let subject = random.pick(fallen.sorted { "\($0)" < "\($1)" }) else { return }
        count(.recover)
        fallen.remove(subject)
        gate.recordRecovery(of: subject)
    }

    /// A connection ends, and another one gets its number; or a caller is gone.
    private mutating func end() {
        let calls = queues.keys.compactMap { receiver -> CallID? in
            if case .call(let call) = receiver { call } else { nil }
        }
        if random.chance(1, in: 2), let call = calls.min(by: { $0.rawValue < $1.rawValue }) {
            count(.cancel)
            if fault != .remembersCall { gate.removeCall(call) }
            queues[.call(call)] = nil
        } else {
            count(.leave)
            let id = someConnection()
            if fault != .remembersConnection { gate.removeConnection(id) }
            queues[.connection(id)] = nil
            members[id] = nil
        }
    }
}

// MARK: - Checks

extension GateStory {
    /// Judges outputs that leave.
    private mutating func send(
        _ outputs: some Sequence<Output>, to receiver: OutputGate.OutputReceiver
    ) {
        for output in outputs {
            if !output.writes.allSatisfy({ writes[$0].isKept }) {
                violate("output \(output.number) left before its writes were kept")
            }
            if output.number <= last[receiver, default: 0] {
                violate("output \(output.number) left behind a later one")
            }
            if let first = queues[receiver]?.first, first.number < output.number {
                violate("output \(output.number) left before output \(first.number)")
            }
            last[receiver] = output.number
        }
    }

    /// Judges outputs that wait: each must still depend on a write, or be behind one that does.
    private mutating func judgeWaiting() {
        for (receiver, queue) in queues {
            guard let first = queue.first else { continue }
            if first.writes.allSatisfy({ writes[$0].isKept }) {
                violate("output \(first.number) to \(receiver) waits for nothing")
            }
            for output in queue where output.writes.contains(where: { writes[$0].isLost }) {
                violate("output \(output.number) waits, and depends on a lost write")
            }
        }
    }
}

extension OutputGate.OutputReleaseTime {
    /// The batch that an output waits for; none for one that does not wait.
    fileprivate var batch: OutputGate.Batch {
        if case .after(let batch) = self { batch } else { 0 }
    }
}
