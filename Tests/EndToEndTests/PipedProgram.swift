import Glibc
import TestSupport
import Testing

/// A program with pipes for input and output. No wait is endless: a silent program is killed, and
/// the test fails.
final class PipedProgram {
    /// The program that is tested: `PROGRAM` in the environment, or the one built with the tests.
    static let ours = environment("PROGRAM") ?? ThisBuild.program("tictactoe")
    /// Long enough for any machine: a longer wait is a fault.
    static let patience = Duration.seconds(120)

    /// The environment of a program without a home.
    static let bareEnvironment = ["PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"]

    private let program: ChildProgram
    private var unread: [UInt8] = []

    /// Standard error goes to the file `errors`, or to the output.
    init(
        _ path: String, _ arguments: [String],
        environment: [String: String] = PipedProgram.bareEnvironment,
        errors: String? = nil
    ) throws {
        program = try ChildProgram(
            path, arguments, environment: environment, input: .pipe,
            errors: errors.map { .file($0) } ?? .output)
    }

    var process: pid_t { program.process }

    /// Runs a program with these lines as its input. Returns its output and its exit status.
    static func run(
        _ path: String, _ arguments: [String],
        environment: [String: String] = PipedProgram.bareEnvironment, saying lines: [String] = []
    ) throws -> (text: String, status: CInt) {
        let program = try PipedProgram(path, arguments, environment: environment)
        for line in lines { program.says(line) }
        program.closesInput()
        return (program.rest(), program.end())
    }

    func says(_ line: String) {
        program.write(Array((line + "\n").utf8))
    }

    func closesInput() {
        program.endInput()
    }

    /// Returns the next line that `isWanted` accepts; nil if there is none.
    func line(
        at location: SourceLocation = #_sourceLocation, _ isWanted: (String) -> Bool = { _ in true }
    ) -> String? {
        let deadline = ContinuousClock.now + Self.patience
        while true {
            while let end = unread.firstIndex(of: UInt8(ascii: "\n")) {
                let line = String(decoding: unread[..<end], as: UTF8.self)
                unread.removeSubrange(...end)
                if isWanted(line) { return line }
            }
            guard listen(until: deadline, at: location) else { return nil }
        }
    }

    /// Returns the rest of the output of a program that runs for about this time.
    func rest(
        runningFor duration: Duration = .zero, at location: SourceLocation = #_sourceLocation
    ) -> String {
        let deadline = ContinuousClock.now + duration + Self.patience
        while listen(until: deadline, at: location) {}
        defer { unread = [] }
        return String(decoding: unread, as: UTF8.self)
    }

    /// Returns the output so far, after a short wait. Nil at its end.
    func read(within milliseconds: CInt) -> String? {
        guard let bytes = program.read(within: .milliseconds(Int(milliseconds))) else { return nil }
        defer { unread = [] }
        return String(decoding: unread + bytes, as: UTF8.self)
    }

    private func listen(
        until deadline: ContinuousClock.Instant, at location: SourceLocation
    ) -> Bool {
        guard let bytes = program.read(within: deadline - .now) else { return false }
        unread += bytes
        if bytes.isEmpty { giveUp(at: location) }
        return !bytes.isEmpty
    }

    var isRunning: Bool { program.end() == nil }

    func send(_ signal: CInt) {
        program.send(signal)
    }

    /// Waits until the program has ended. Returns the exit status, or the negative number of a
    /// signal.
    @discardableResult
    func end(at location: SourceLocation = #_sourceLocation) -> CInt {
        while true {
            switch program.end(within: Self.patience) {
            case .exited(let status): return status
            case .killed(let signal): return -signal
            case nil: giveUp(at: location)
            }
        }
    }

    private func giveUp(at location: SourceLocation) {
        Issue.record(
            "fell silent after \(String(decoding: unread, as: UTF8.self))", sourceLocation: location
        )
        send(SIGKILL)
    }
}
