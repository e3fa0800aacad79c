import Glibc

/// A program whose words are read through a pipe.
final class PipedProgram {
    struct Failure: Error {
        let call: String
        let code: CInt
    }

    private let process: pid_t
    private let output: CInt
    private var status: CInt?

    /// What it says on standard error goes to the file `errors`, or to where its output goes.
    init(
        _ path: String, _ arguments: [String], environment: [String: String] = [:],
        errors: String? = nil
    ) throws {
        var ends: [CInt] = [-1, -1]
        guard unsafe pipe(&ends) == 0 else { throw Failure(call: "pipe", code: errno) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        output = ends[0]
        defer { close(ends[1]) }
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        unsafe posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        unsafe posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
        if let errors {
            let flags = O_WRONLY | O_CREAT | O_APPEND
            unsafe posix_spawn_file_actions_addopen(&actions, 2, errors, flags, 0o600)
        } else {
            unsafe posix_spawn_file_actions_adddup2(&actions, ends[1], 2)
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
        guard code == 0 else { throw Failure(call: "spawn \(path)", code: code) }
    }

    deinit {
        if status == nil {
            send(SIGKILL)
            end()
        }
        close(output)
    }

    /// The next line that it says; nil if there is none.
    func line() -> String? {
        var bytes: [UInt8] = []
        var byte: UInt8 = 0
        while unsafe read(output, &byte, 1) == 1 {
            guard byte != UInt8(ascii: "\n") else { return String(decoding: bytes, as: UTF8.self) }
            bytes.append(byte)
        }
        return nil
    }

    /// Everything else that it says until its end.
    func rest() -> String {
        var bytes: [UInt8] = []
        var room = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = unsafe read(output, &room, room.count)
            guard count > 0 else { return String(decoding: bytes, as: UTF8.self) }
            bytes += room.prefix(count)
        }
    }

    func send(_ signal: CInt) {
        if status == nil { kill(process, signal) }
    }

    /// Waits until it has ended: its exit status, or the signal that ended it, below zero.
    @discardableResult
    func end() -> CInt {
        if let status { return status }
        var raw: CInt = 0
        unsafe waitpid(process, &raw, 0)
        let result = raw & 0x7F == 0 ? raw >> 8 & 0xFF : -(raw & 0x7F)
        status = result
        return result
    }
}
