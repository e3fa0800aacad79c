import Host
import SimperiumWire
import Simulation
import SyncHub
import Testing

@Suite("Gate between a server's store and its outputs")
struct OutputGateTests {
    private static let logs = (0..<4).map { UserLogID(app: named("demo"), user: named("u\($0)")) }
    private static let subjects = logs.map { StoreFailureDomain.log($0) }

    private static func connection(_ number: Int) -> ConnectionID {
        ConnectionID(rawValue: UInt64(number))
    }

    @Test("A frame waits for writes to the logs of its connection, and for no others")
    func otherLogs() {
        var gate = OutputGate()
        gate.addDependency(of: Self.connection(1), on: Self.logs[0])
        gate.addDependency(of: Self.connection(2), on: Self.logs[1])
        #expect(gate.scheduleOutput(to: Self.connection(1)) == .now)
        gate.recordWrite(to: [Self.subjects[0]])
        #expect(gate.scheduleOutput(to: Self.connection(1)) == .after(1))
        #expect(gate.scheduleOutput(to: Self.connection(2)) == .now)
        #expect(
            gate.scheduleOutput(.call(CallID(rawValue: 1)), [.accounts, Self.subjects[1]]) == .now)
        #expect(gate.sealBatch() == 1)
        #expect(gate.recordStored(1) == [.connection(Self.connection(1))])
        #expect(gate.isOpen)
    }

    @Test("A frame waits behind an earlier one to the same connection")
    func order() {
        var gate = OutputGate()
        gate.addDependency(of: Self.connection(1), on: Self.logs[0])
        gate.recordWrite(to: [Self.subjects[0]])
        #expect(gate.scheduleOutput(to: Self.connection(1)) == .after(1))
        _ = gate.sealBatch()
        gate.recordWrite(to: [Self.subjects[0]])
        #expect(gate.scheduleOutput(to: Self.connection(1)) == .after(2))
        #expect(gate.sealBatch() == 2)
        // The output of the first batch leaves, though more of the connection waits.
        #expect(gate.recordStored(1) == [.connection(Self.connection(1))])
        #expect(gate.scheduleOutput(to: Self.connection(1)) == .after(2))
        #expect(gate.recordStored(2) == [.connection(Self.connection(1))])
        #expect(gate.scheduleOutput(to: Self.connection(1)) == .now)
    }

    @Test("A refused write retracts the outputs of its log, and no others, until the hub knows")
    func refusal() {
        var gate = OutputGate()
        for number in 0..<2 {
            gate.addDependency(of: Self.connection(number), on: Self.logs[number])
            gate.recordWrite(to: [Self.subjects[number]])
            #expect(gate.scheduleOutput(to: Self.connection(number)) == .after(1))
        }
        #expect(gate.scheduleOutput(.delivery(1), [Self.subjects[0]]) == .after(1))
        #expect(gate.scheduleOutput(.delivery(2), [Self.subjects[1]]) == .after(1))
        _ = gate.sealBatch()
        #expect(
            Set(gate.recordLoss(of: [Self.subjects[0]])) == [
                .connection(Self.connection(0)), .delivery(1),
            ])
        #expect(gate.scheduleOutput(to: Self.connection(0)) == .never)
        #expect(gate.refusesWrites(to: [Self.subjects[0], Self.subjects[2]]))
        #expect(!gate.refusesWrites(to: [Self.subjects[1]]))
        #expect(Set(gate.recordStored(1)) == [.connection(Self.connection(1)), .delivery(2)])
        gate.recordRecovery(of: Self.subjects[0])
        #expect(gate.scheduleOutput(to: Self.connection(0)) == .now)
        #expect(gate.isOpen)
    }
}
