import Host
import SimperiumClock
import SimperiumWire
import Simulation
import SyncHub
import TestSupport
import Testing

@Suite("The gate between a server's store and its outputs")
struct OutputGateTests {
    private static let logs = (0..<4).map { LogID(app: named("demo"), user: named("u\($0)")) }
    private static let subjects = logs.map { StoreSubject.log($0) } + [.accounts]

    private static func connection(_ number: Int) -> ConnectionID {
        ConnectionID(rawValue: UInt64(number))
    }

    @Test("A frame waits for writes to the logs of its connection, and for no others")
    func otherLogs() {
        var gate = OutputGate()
        gate.join(Self.connection(1), Self.logs[0])
        gate.join(Self.connection(2), Self.logs[1])
        #expect(gate.admit(to: Self.connection(1)) == .now)
        gate.write([Self.subjects[0]])
        #expect(gate.admit(to: Self.connection(1)) == .after(1))
        #expect(gate.admit(to: Self.connection(2)) == .now)
        #expect(gate.admit(.call(CallID(rawValue: 1)), [.accounts, Self.subjects[1]]) == .now)
        #expect(gate.seal() == 1)
        #expect(gate.kept(1) == [.connection(Self.connection(1))])
        #expect(gate.isOpen)
    }

    @Test("A frame waits behind an earlier one to the same connection")
    func order() {
        var gate = OutputGate()
        gate.join(Self.connection(1), Self.logs[0])
        gate.write([Self.subjects[0]])
        #expect(gate.admit(to: Self.connection(1)) == .after(1))
        _ = gate.seal()
        gate.write([Self.subjects[0]])
        #expect(gate.admit(to: Self.connection(1)) == .after(2))
        #expect(gate.seal() == 2)
        // The output of the first batch leaves, though more of the connection waits.
        #expect(gate.kept(1) == [.connection(Self.connection(1))])
        #expect(gate.admit(to: Self.connection(1)) == .after(2))
        #expect(gate.kept(2) == [.connection(Self.connection(1))])
        #expect(gate.admit(to: Self.connection(1)) == .now)
    }

    @Test("A refused write retracts the outputs of its log, and no others, until the hub knows")
    func refusal() {
        var gate = OutputGate()
        for number in 0..<2 {
            gate.join(Self.connection(number), Self.logs[number])
            gate.write([Self.subjects[number]])
            #expect(gate.admit(to: Self.connection(number)) == .after(1))
        }
        #expect(gate.admit(.delivery(1), [Self.subjects[0]]) == .after(1))
        #expect(gate.admit(.delivery(2), [Self.subjects[1]]) == .after(1))
        _ = gate.seal()
        #expect(
            Set(gate.fail([Self.subjects[0]])) == [.connection(Self.connection(0)), .delivery(1)])
        #expect(gate.admit(to: Self.connection(0)) == .never)
        #expect(gate.refuses([Self.subjects[0], Self.subjects[2]]))
        #expect(!gate.refuses([Self.subjects[1]]))
        #expect(Set(gate.kept(1)) == [.connection(Self.connection(1)), .delivery(2)])
        gate.recover(Self.subjects[0])
        #expect(gate.admit(to: Self.connection(0)) == .now)
        #expect(gate.isOpen)
    }

    @Test(
        "In any schedule an output leaves when its writes are kept, and no later"
    )
    func schedules() {
        for seed in Seeds.first(2_000) {
            var schedule = Schedule(seed)
            schedule.run()
        }
    }

    /// Writes, outputs and answers of a store in any order, beside a model that knows each write.
    private struct Schedule {
        private struct Write {
            let subjects: [StoreSubject]
            let batch: Int
            var isKept = false
            var isLost = false
        }

        private struct Output {
            let receiver: OutputGate.Receiver
            /// The writes that it depends on, as indices.
            let writes: [Int]
            var mark: UInt64
        }

        private let seed: UInt64
        private var random: SeededRandom
        private var gate = OutputGate()
        private var writes: [Write] = []
        private var held: [Output] = []
        private var sealed: [Int] = []
        private var batch = 1
        private var members: [Int: Set<Int>] = [:]
        private var fallen: Set<StoreSubject> = []
        private var outputs = 0

        init(_ seed: UInt64) {
            self.seed = seed
            random = SeededRandom(seed: seed)
        }

        mutating func run() {
            for _ in 0..<120 {
                switch random.below(12) {
                case 0..<4: write()
                case 4..<8: speak()
                case 8: join()
                case 9: seal()
                case 10: answer()
                default: recover()
                }
            }
            seal()
            while !sealed.isEmpty { answer() }
            for subject in fallen { gate.recover(subject) }
            #expect(held.isEmpty && gate.isOpen, "seed \(seed)")
        }

        private mutating func someSubjects() -> [StoreSubject] {
            let first = random.below(OutputGateTests.subjects.count)
            guard first < 4, random.chance(1, in: 3) else {
                return [OutputGateTests.subjects[first]]
            }
            let count = 1 + random.below(3)
            return (0..<count).map { OutputGateTests.subjects[(first + $0) % 4] }
        }

        private mutating func write() {
            let subjects = someSubjects()
            let isRefused = !fallen.isDisjoint(with: subjects)
            #expect(gate.refuses(subjects) == isRefused, "seed \(seed)")
            guard !isRefused else { return }
            gate.write(subjects)
            writes.append(Write(subjects: subjects, batch: batch))
        }

        private mutating func join() {
            let (number, log) = (random.below(3), random.below(4))
            gate.join(OutputGateTests.connection(number), OutputGateTests.logs[log])
            members[number, default: []].insert(log)
        }

        private mutating func speak() {
            let receiver: OutputGate.Receiver
            let subjects: [StoreSubject]
            outputs += 1
            switch random.below(4) {
            case 0: (receiver, subjects) = (.delivery(outputs), [someSubjects()[0]])
            case 1:
                (receiver, subjects) = (.call(CallID(rawValue: UInt64(outputs))), someSubjects())
            default:
                let number = random.below(3)
                receiver = .connection(OutputGateTests.connection(number))
                subjects = (members[number] ?? []).map { OutputGateTests.subjects[$0] }
            }
            let verdict =
                if case .connection(let id) = receiver { gate.admit(to: id) } else {
                    gate.admit(receiver, subjects)
                }
            guard fallen.isDisjoint(with: subjects) else {
                return #expect(verdict == .never, "seed \(seed)")
            }
            let depends = writes.indices.filter {
                !writes[$0].isKept && !writes[$0].isLost
                    && !Set(writes[$0].subjects).isDisjoint(with: subjects)
            }
            let own = depends.map { UInt64(writes[$0].batch) }.max() ?? 0
            let before = held.filter { $0.receiver == receiver }.map(\.mark).max() ?? 0
            let mark = max(own, before)
            #expect(verdict == (mark == 0 ? .now : .after(mark)), "seed \(seed)")
            if mark > 0 { held.append(Output(receiver: receiver, writes: depends, mark: mark)) }
        }

        private mutating func seal() {
            #expect(gate.seal() == UInt64(batch))
            sealed.append(batch)
            batch += 1
        }

        /// The store answers for the first batch that it has. It may refuse some of it.
        private mutating func answer() {
            guard !sealed.isEmpty else { return }
            let answered = sealed.removeFirst()
            if random.chance(1, in: 3), let write = writes.last(where: { $0.batch == answered }) {
                fail(Set(write.subjects))
            }
            for index in writes.indices where writes[index].batch == answered {
                writes[index].isKept = !writes[index].isLost
            }
            let released = Set(gate.kept(UInt64(answered)))
            let leaving = held.filter { $0.mark <= UInt64(answered) }
            for output in leaving {
                #expect(released.contains(output.receiver), "seed \(seed)")
                #expect(output.writes.allSatisfy { writes[$0].isKept }, "seed \(seed)")
            }
            held.removeAll { $0.mark <= UInt64(answered) }
        }

        private mutating func fail(_ first: Set<StoreSubject>) {
            var lost = first
            var count = 0
            while count != lost.count {
                count = lost.count
                for write in writes where !write.isKept && !lost.isDisjoint(with: write.subjects) {
                    lost.formUnion(write.subjects)
                }
            }
            for index in writes.indices where !writes[index].isKept {
                if !lost.isDisjoint(with: writes[index].subjects) { writes[index].isLost = true }
            }
            let retracted = Set(gate.fail(lost))
            for output in held {
                let isFalse = output.writes.contains { writes[$0].isLost }
                #expect(!isFalse || retracted.contains(output.receiver), "seed \(seed)")
            }
            held.removeAll { retracted.contains($0.receiver) }
            fallen.formUnion(lost.filter { $0 != .accounts })
        }

        private mutating func recover() {
            guard let subject = random.pick(fallen.sorted { "\($0)" < "\($1)" }) else { return }
            fallen.remove(subject)
            gate.recover(subject)
        }
    }
}
