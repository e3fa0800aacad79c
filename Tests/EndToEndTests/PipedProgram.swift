import Glibc
import TestSupport
import Testing

/// A program that is talked with through pipes. Nobody waits for it without end: one that falls
/// silent is killed, and the test fails.
final class PipedProgram {
    /// The program that is tested: `PROGRAM` in the environment, or the one built with the tests.
    static let ours = environment("PROGRAM") ?? ThisBuild.program("tictactoe")
    /// Long enough for any machine: whoever waits this long has found a fault.
    static let patience = Duration.seconds(120)

    private let program: ChildProgram
    private var unread: [UInt8] = []

    /// What it says on standard error goes to the file `errors`, or to where its output goes.
    init(
        _ path: String, _ arguments: [String],
        environment: [String: String] = ["PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"],
        errors: String? = nil
    ) throws {
        program = try ChildProgram(
            path, arguments, environment: environment, input: .pipe,
            errors: errors.map { .file($0) } ?? .output)
    }

    var process: pid_t { program.process }

    /// What it says until its end, and how it ended.
    static func run(
        _ path: String, _ arguments: [String]
    ) throws -> (text: String, status: CInt) {
        let program = try PipedProgram(path, arguments)
        program.fallsSilent()
        return (program.rest(), program.end())
    }

    func says(_ line: String) {
        program.write(Array((line + "\n").utf8))
    }

    func fallsSilent() {
        program.endInput()
    }

    /// The next line that it says and that is as wanted; nil if there is none.
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

    /// Everything else that it says until its end.
    func rest(at location: SourceLocation = #_sourceLocation) -> String {
        let deadline = ContinuousClock.now + Self.patience
        while listen(until: deadline, at: location) {}
        defer { unread = [] }
        return String(decoding: unread, as: UTF8.self)
    }

    /// What it has said meanwhile, waiting a little for it. Nil when nothing will come any more.
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

    /// Waits until it has ended: its exit status, or the signal that ended it, below zero.
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
