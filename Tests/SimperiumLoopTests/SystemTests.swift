import Glibc
import SimperiumLoop
import TestKit
import Testing

@Suite("The operating system", .waits)
struct SystemTests {
    @Test(
        "Secret bytes are as many as asked for, and never the same", arguments: [0, 1, 32, 5_000])
    func bytes(count: Int) {
        let bytes = SecureRandom.bytes(count)

        #expect(bytes.count == count)
        if count >= 32 { #expect(bytes != SecureRandom.bytes(count)) }
    }

    @Test("Chance from the system is a generator like any other, in which each bit takes part")
    func generator() {
        var random = SecureRandom()
        let numbers = (0..<100).map { _ in random.next() }

        #expect(numbers.reduce(0, |) == .max)
        #expect(numbers.reduce(.max, &) == 0)
        #expect((0..<100).contains(Int.random(in: 0..<100, using: &random)))
    }

    @Test("A process knows its number")
    func id() {
        #expect(ThisProcess.id == getpid())
    }

    @Test("The environment is as the kernel has it")
    func environment() {
        let path = unsafe getenv("PATH").map { unsafe String(cString: $0) }

        #expect(ThisProcess.environment["PATH"] == path)
        #expect(ThisProcess.environment["NO_SUCH_VARIABLE"] == nil)
    }

    @Test("A terminal is told from a pipe")
    func terminal() {
        var (near, far): (Int32, Int32) = (0, 0)
        unsafe openpty(&near, &far, nil, nil, nil)
        defer { for end in [near, far] { close(end) } }

        #expect(Descriptor(rawValue: far).isTerminal)
        #expect(!Pair.pipe().near.isTerminal)
        #expect(!Descriptor(rawValue: 9_999).isTerminal)
    }
}
