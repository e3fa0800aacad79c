import Foundation
import Glibc
import Testing

/// A program that is talked with through pipes. Nobody waits for it without end: one that falls
/// silent is killed, and the test fails.
final class PipedProgram {
    struct Failure: Error {
        let call: String
        let code = errno
    }

    /// The program that was built together with these tests.
    static let ours = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
        .deletingLastPathComponent().appending(path: "tictactoe").path
    /// Long enough for any machine: whoever waits this long has found a fault.
    static let patience = Duration.seconds(60)

    let process: pid_t
    private let input: CInt
    private let output: CInt
    private var unread: [UInt8] = []
    private var status: CInt?

    /// What it says on standard error goes to the file `errors`, or to where its output goes.
    init(
        _ path: String, _ arguments: [String],
        environment: [String: String] = ["PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"],
        errors: String? = nil
    ) throws {
        let (toIt, fromIt) = (try Self.pipe(), try Self.pipe())
        (input, output) = (toIt.writing, fromIt.reading)
        defer { for end in [toIt.reading, fromIt.writing] { close(end) } }
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        unsafe posix_spawn_file_actions_adddup2(&actions, toIt.reading, 0)
        unsafe posix_spawn_file_actions_adddup2(&actions, fromIt.writing, 1)
        if let errors {
            let flags = O_WRONLY | O_CREAT | O_APPEND
            unsafe posix_spawn_file_actions_addopen(&actions, 2, errors, flags, 0o600)
        } else {
            unsafe posix_spawn_file_actions_adddup2(&actions, fromIt.writing, 2)
        }
        // The threads that tests run on take no signals, and whoever they start would not either.
        var (attributes, none) = (posix_spawnattr_t(), sigset_t())
        unsafe posix_spawnattr_init(&attributes)
        unsafe sigemptyset(&none)
        unsafe posix_spawnattr_setsigmask(&attributes, &none)
        unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        var words = unsafe ([path] + arguments).map { unsafe strdup($0) } + [nil]
        var settings = unsafe environment.map { unsafe strdup("\($0.key)=\($0.value)") } + [nil]
        defer { unsafe (words + settings).forEach { unsafe free($0) } }
        var process: pid_t = 0
        let code = unsafe posix_spawn(&process, path, &actions, &attributes, &words, &settings)
        self.process = process
        guard code == 0 else {
            // There is no child, and a signal to process 0 would end this one.
            status = 0
            throw Failure(call: "spawn \(path)")
        }
    }

    deinit {
        if status == nil {
            send(SIGKILL)
            end()
        }
        for end in [input, output] { close(end) }
    }

    private static func pipe() throws -> (reading: CInt, writing: CInt) {
        var ends: [CInt] = [-1, -1]
        guard unsafe Glibc.pipe(&ends) == 0 else { throw Failure(call: "pipe") }
        // Others who are started meanwhile would hold the pipe open.
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        return (ends[0], ends[1])
    }

    /// What it says until its end, and how it ended.
    static func run(
        _ path: String, _ arguments: [String]
    ) throws -> (text: String, status: CInt) {
        let program = try PipedProgram(path, arguments)
        program.fallsSilent()
        return (program.rest(), program.end())
    }

    func says(_ line: String) {
        let bytes = Array((line + "\n").utf8)
        _ = unsafe write(input, bytes, bytes.count)
    }

    func fallsSilent() {
        // The descriptor stays ours, so that nobody else's gets its number.
        _ = dup2(output, input)
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
        var waiting = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
        guard unsafe poll(&waiting, 1, milliseconds) > 0 else { return "" }
        guard take() else { return nil }
        defer { unread = [] }
        return String(decoding: unread, as: UTF8.self)
    }

    private func listen(
        until deadline: ContinuousClock.Instant, at location: SourceLocation
    ) -> Bool {
        var waiting = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
        while ContinuousClock.now < deadline {
            if unsafe poll(&waiting, 1, 100) > 0 { return take() }
        }
        giveUp(at: location)
        return false
    }

    private func take() -> Bool {
        var room = [UInt8](repeating: 0, count: 65_536)
        let count = unsafe Glibc.read(output, &room, room.count)
        guard count > 0 else { return false }
        unread += room.prefix(count)
        return true
    }

    var isRunning: Bool { look() == nil }

    func send(_ signal: CInt) {
        if status == nil { kill(process, signal) }
    }

    /// Waits until it has ended: its exit status, or the signal that ended it, below zero.
    @discardableResult
    func end(at location: SourceLocation = #_sourceLocation) -> CInt {
        let deadline = ContinuousClock.now + Self.patience
        while true {
            if let status = look() { return status }
            if ContinuousClock.now >= deadline { giveUp(at: location) }
            usleep(1_000)
        }
    }

    private func look() -> CInt? {
        var raw: CInt = 0
        guard status == nil, unsafe waitpid(process, &raw, WNOHANG) == process else {
            return status
        }
        status = raw & 0x7F == 0 ? raw >> 8 & 0xFF : -(raw & 0x7F)
        return status
    }

    private func giveUp(at location: SourceLocation) {
        Issue.record(
            "fell silent after \(String(decoding: unread, as: UTF8.self))", sourceLocation: location
        )
        send(SIGKILL)
    }
}
