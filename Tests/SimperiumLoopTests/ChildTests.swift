import Glibc
import SimperiumLoop
import TestKit
import Testing

@Suite("Child processes", .waits)
struct ChildTests {
    @Test("A child's end is delivered with its status, or with the signal that ended it")
    func ends() throws {
        let loop = try Loop()
        for status in [0, 1, 7, 255] {
            #expect(try loop.end(of: shell("exit \(status)")) == .exited(status))
        }
        for signal in [Signal.terminate, .kill, .hangUp, .interrupt, .user1] {
            let program = ProgramLaunch("sleep", ["3600"])
            #expect(try loop.end(of: program) { $0.send(signal) } == .killed(signal))
        }
    }

    @Test("A program that can't be started is refused with the reason")
    func missing() throws {
        let loop = try Loop()
        for (program, reason) in [
            (ProgramLaunch("/no/such/program"), "no such file or directory"),
            (ProgramLaunch("sh", directory: "/no/such/folder"), "no such file or directory"),
            (ProgramLaunch("/proc"), "permission denied"),
        ] {
            let error = #expect(throws: LibraryError.self, "\(program)") {
                _ = try ChildProcess(program, on: loop) { _ in }
            }
            #expect(error?.reason == reason, "\(program)")
        }
    }

    @Test("A child reads and writes the descriptors that it is given")
    func streams() throws {
        let loop = try Loop()
        let (input, output) = (SocketPair.pipe(), SocketPair.pipe())
        input.far.write("text\n")
        var program = shell("read line; echo out $line; echo err >&2; echo four >&4")
        let shared = ProgramLaunch.Stream.sharing(output.far)
        program.streams = [.sharing(input.near), shared, shared, .null, shared]
        #expect(try loop.end(of: program) == .exited(0))
        #expect(output.near.read() == "out text\nerr\nfour\n")
    }

    @Test("A child gets its descriptors, arguments, environment, folder and session, or defaults")
    func surroundings() throws {
        let path = try #require(ThisProcess.environment["PATH"])
        var leader = shell("set -- $(cat /proc/$$/stat); [ $6 = $$ ]")
        leader.isDetached = true
        var member = leader
        member.isDetached = false
        let rows: [(name: String, program: ProgramLaunch, status: Int, output: String?)] = [
            (
                "reads nothing, writes to nowhere",
                shell("read line || echo nothing || exit 1; readlink /proc/$$/fd/0 | grep null"),
                0, nil
            ),
            ("has no fourth descriptor", shell("[ -e /proc/$$/fd/3 ]"), 1, nil),
            (
                "is told everything",
                ProgramLaunch(
                    "sh", ["-c", "echo \"$0\" \"$1\" $B; pwd; env | grep -c HOME", "a b", "ü"],
                    environment: ["B": "c=d", "PATH": "/usr/bin:/bin"], directory: "/proc"),
                1, "a b ü c=d\n/proc\n0\n"
            ),
            ("inherits our environment", shell("[ \"$PATH\" = '\(path)' ]"), 0, nil),
            ("is detached, in a session of its own", leader, 0, ""),
            ("is in our session", member, 1, ""),
        ]
        let loop = try Loop()
        for var row in rows {
            let output = SocketPair.pipe()
            if row.output != nil {
                row.program.streams = [.null, .sharing(output.far), .sharing(output.far)]
            }
            #expect(try loop.end(of: row.program) == .exited(row.status), "\(row.name)")
            output.closeFar()
            #expect(output.near.read() == row.output ?? "", "\(row.name)")
        }
    }

    @Test("No signal is sent to a child that has ended")
    func sendLate() throws {
        let loop = try Loop()
        var child: Owned<ChildProcess>?
        child = Owned(
            try ChildProcess(shell("exit 0"), on: loop) { _ in
                child?.value.send(.kill)
                loop.stop()
            })
        loop.run()
        child?.value.send(.kill)
        child = nil
    }

    @Test("A child without an owner leaves no zombie")
    func zombie() throws {
        let loop = try Loop()
        let gate = SocketPair.pipe()
        var program = shell("read line")
        program.streams = [.sharing(gate.near)]
        let id: Int32
        do {
            let child = try ChildProcess(program, on: loop) { _ in Issue.record("told") }
            id = child.id
            _ = consume child
        }
        #expect(kill(id, 0) == 0)
        gate.closeFar()
        let patience = ChildPatience(on: loop) { kill(id, 0) != 0 }
        loop.run()
        #expect(errno == ESRCH || kill(id, 0) != 0)
        _ = patience
    }
}

private func shell(_ script: String) -> ProgramLaunch {
    ProgramLaunch("sh", ["-c", script])
}

/// A poll that stops the loop as soon as a condition is true. The condition sends no event.
final class ChildPatience {
    private var timer: Timer?

    init(on loop: Loop, until isTrue: @escaping () -> Bool) {
        timer = Timer(on: loop) { [unowned self] in
            if isTrue() { loop.stop() } else { timer?.arm(after: .milliseconds(1)) }
        }
        timer?.arm(after: .zero)
    }
}

extension Loop {
    /// Runs until `program` has ended, and returns its end.
    fileprivate func end(
        of program: ProgramLaunch, meanwhile act: (borrowing ChildProcess) -> Void = { _ in }
    ) throws -> ChildProcess.End? {
        var end: ChildProcess.End?
        let child = try ChildProcess(program, on: self) { ended in
            self.checkIsolated()
            end = ended
            self.stop()
        }
        act(child)
        run()
        #expect(kill(child.id, 0) != 0, "a zombie")
        return end
    }
}
