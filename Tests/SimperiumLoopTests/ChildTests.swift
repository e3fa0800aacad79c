import Glibc
import SimperiumLoop
import TestKit
import Testing

@Suite("Child", .waits)
struct ChildTests {
    @Test("A child's status arrives when it ends", arguments: [0, 1, 7, 255])
    func status(status: Int) throws {
        let loop = try Loop()
        #expect(try loop.end(of: shell("exit \(status)")) == .exited(status))
    }

    @Test(
        "A signal that ends a child is told",
        arguments: [Signal.terminate, .kill, .hangUp, .interrupt, .user1])
    func killed(signal: Signal) throws {
        let loop = try Loop()
        let program = Program("sleep", ["3600"])
        #expect(try loop.end(of: program) { $0.send(signal) } == .killed(signal))
    }

    @Test("A program that can't be started is refused with the reason")
    func missing() throws {
        let loop = try Loop()
        let error = #expect(throws: LibraryError.self) {
            _ = try Child(Program("/no/such/program"), on: loop) { _ in }
        }
        #expect(error?.reason == "no such file or directory")
        #expect(throws: LibraryError.self) {
            _ = try Child(Program("sh", directory: "/no/such/folder"), on: loop) { _ in }
        }
        #expect(throws: LibraryError.self) {
            _ = try Child(Program("/proc"), on: loop) { _ in }
        }
    }

    @Test("A child reads and writes the descriptors that it is given")
    func streams() throws {
        let loop = try Loop()
        let (input, output) = (Pair.pipe(), Pair.pipe())
        input.far.write("text\n")
        var program = shell("read line; echo out $line; echo err >&2; echo four >&4")
        let shared = Program.Stream.sharing(output.far)
        program.streams = [.sharing(input.near), shared, shared, .null, shared]
        #expect(try loop.end(of: program) == .exited(0))
        #expect(output.near.read() == "out text\nerr\nfour\n")
    }

    @Test("Without descriptors it reads nothing and writes to nowhere")
    func null() throws {
        let loop = try Loop()
        let program = shell(
            "read line || echo nothing || exit 1; readlink /proc/$$/fd/0 | grep null")
        #expect(try loop.end(of: program) == .exited(0))
        #expect(try loop.end(of: shell("[ -e /proc/$$/fd/3 ]")) == .exited(1))
    }

    @Test("It gets the arguments, the environment and the folder that it is to have")
    func surroundings() throws {
        let loop = try Loop()
        let output = Pair.pipe()
        let program = Program(
            "sh", ["-c", "echo \"$0\" \"$1\" $B; pwd; env | grep -c HOME", "a b", "ü"],
            environment: ["B": "c=d", "PATH": "/usr/bin:/bin"], directory: "/proc",
            streams: [.null, .sharing(output.far)])
        #expect(try loop.end(of: program) == .exited(1))
        #expect(output.near.read() == "a b ü c=d\n/proc\n0\n")
    }

    @Test("It inherits our environment unless it is given one")
    func inheritance() throws {
        let loop = try Loop()
        let path = try #require(ThisProcess.environment["PATH"])
        #expect(try loop.end(of: shell("[ \"$PATH\" = '\(path)' ]")) == .exited(0))
    }

    @Test("A detached child has a session of its own", arguments: [true, false])
    func session(isDetached: Bool) throws {
        let loop = try Loop()
        let output = Pair.pipe()
        var program = shell("set -- $(cat /proc/$$/stat); [ $6 = $$ ]")
        program.isDetached = isDetached
        program.streams = [.null, .sharing(output.far), .sharing(output.far)]
        #expect(try loop.end(of: program) == .exited(isDetached ? 0 : 1))
    }

    @Test("No signal goes to a child that has ended")
    func sendLate() throws {
        let loop = try Loop()
        var child: Owned<Child>?
        child = Owned(
            try Child(shell("exit 0"), on: loop) { _ in
                child?.value.send(.kill)
                loop.stop()
            })
        loop.run()
        child?.value.send(.kill)
        child = nil
    }

    @Test("A child that nobody listens to any more leaves no zombie")
    func zombie() throws {
        let loop = try Loop()
        let gate = Pair.pipe()
        var program = shell("read line")
        program.streams = [.sharing(gate.near)]
        let id: Int32
        do {
            let child = try Child(program, on: loop) { _ in Issue.record("told") }
            id = child.id
            _ = consume child
        }
        #expect(kill(id, 0) == 0)
        gate.closeFar()
        let patience = Patience(on: loop) { kill(id, 0) != 0 }
        loop.run()
        #expect(errno == ESRCH || kill(id, 0) != 0)
        _ = patience
    }
}

private func shell(_ script: String) -> Program {
    Program("sh", ["-c", script])
}

/// Stops the loop as soon as a condition is true that nobody tells us of.
final class Patience {
    private var timer: Timer?

    init(on loop: Loop, until isTrue: @escaping () -> Bool) {
        timer = Timer(on: loop) { [unowned self] in
            if isTrue() { loop.stop() } else { timer?.arm(after: .milliseconds(1)) }
        }
        timer?.arm(after: .zero)
    }
}

extension Loop {
    /// Runs until `program` has ended, and gives back how.
    fileprivate func end(
        of program: Program, meanwhile act: (borrowing Child) -> Void = { _ in }
    ) throws -> Child.End? {
        var end: Child.End?
        let child = try Child(program, on: self) { ended in
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
