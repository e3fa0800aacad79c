import Glibc
import SimperiumLoop
import TestKit
import TestSupport
import Testing

@Suite("Operating system", .waits)
struct SystemTests {
    @Test("Secret bytes have the requested number, and each bit is random")
    func chance() {
        for count in [0, 1, 32, 5_000] {
            let bytes = SecureRandom.bytes(count)
            #expect(bytes.count == count)
            if count >= 32 { #expect(bytes != SecureRandom.bytes(count)) }
        }
        var random = SecureRandom()
        let numbers = (0..<100).map { _ in random.next() }

        #expect(numbers.reduce(0, |) == .max)
        #expect(numbers.reduce(.max, &) == 0)
        #expect((0..<100).contains(Int.random(in: 0..<100, using: &random)))
    }

    @Test("A process knows its number, its environment, its terminals and that it has not slept")
    func process() {
        #expect(ThisProcess.id == getpid())

        let path = unsafe getenv("PATH").map { unsafe String(cString: $0) }
        #expect(ThisProcess.environment["PATH"] == path)
        #expect(ThisProcess.environment["NO_SUCH_VARIABLE"] == nil)

        var (near, far): (Int32, Int32) = (0, 0)
        unsafe openpty(&near, &far, nil, nil, nil)
        defer { for end in [near, far] { close(end) } }
        let pipe = SocketPair.pipe()
        let isTerminal = [far, pipe.near.rawValue, 9_999].map {
            Descriptor(rawValue: $0).isTerminal
        }
        #expect(isTerminal == [true, false, false])

        var watch = SleepDetector()
        usleep(2_000)
        let hasSlept = watch.hasSleptSinceLastCall()
        #expect(!hasSlept)

        let error = LibraryError("libuv", "loop_init", reason: "out of memory")
        #expect(error.description == "libuv: loop_init: out of memory")
        let denied = LibraryError(nil, "open the file", code: EACCES)
        #expect(denied.description == "can't open the file: permission denied")
    }

    @Test("The memory limit is the smallest one of a control group and the groups around it")
    func memoryLimit() throws {
        let folder = try TemporaryFolder()
        let (slice, unit) = (folder.path("system.slice"), folder.path("system.slice/game.service"))
        try Files.makeFolder(unit)
        let groups = "4:memory:/other\n0::/system.slice/game.service\n"
        func limit(of groups: String) -> Int? {
            ThisProcess.controlGroupMemoryLimit(of: groups, below: folder.place)
        }
        #expect(limit(of: groups) == nil)
        try Files.write("max\n", to: unit + "/memory.max")
        #expect(limit(of: groups) == nil)
        try Files.write("2000\n", to: slice + "/memory.max")
        #expect(limit(of: groups) == 2_000)
        try Files.write("1000\n", to: unit + "/memory.max")
        #expect(limit(of: groups) == 1_000)
        try Files.write("3000\n", to: unit + "/memory.max")
        #expect(limit(of: groups) == 2_000)
        try Files.write("1500\n", to: folder.path("memory.max"))
        #expect(limit(of: groups) == 1_500 && limit(of: "0::/\n") == 1_500)
        #expect(limit(of: "4:memory:/system.slice\n") == nil)
    }
}
