import Host
import SimperiumWire
import Simulation
import SyncHub
import Testing

@Suite("Gate between a server's store and its outputs")
struct OutputGateTests {
    private static let logs = (0..<4).map { LogID(app: named("demo"), user: named("u\($0)")) }
    private static let subjects = logs.map { StoreSubject.log($0) }

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
}
