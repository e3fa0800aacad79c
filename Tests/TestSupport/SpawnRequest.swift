internal import Glibc

/// The streams of a program that is about to start, and the call that starts it.
@safe struct SpawnRequest: ~Copyable {
    private var actions = unsafe posix_spawn_file_actions_t()
    private var attributes = posix_spawnattr_t()
    /// The ends of pipes that the program gets.
    private var theirEnds: [CInt] = []
    private var ourEnds: [CInt] = []
    private var hasTerminal = false

    init() {
        unsafe posix_spawn_file_actions_init(&actions)
        unsafe posix_spawnattr_init(&attributes)
    }

    deinit {
        for end in theirEnds + ourEnds { close(end) }
        var (actions, attributes) = unsafe (actions, attributes)
        unsafe posix_spawn_file_actions_destroy(&actions)
        unsafe posix_spawnattr_destroy(&attributes)
    }

    /// Opens a stream of the program under a number. Returns the other end of a pipe; -1 for other
    /// streams.
    mutating func open(_ stream: ChildProgram.Stream, at number: CInt) throws -> CInt {
        let flags = number == 0 ? O_RDONLY : O_WRONLY | O_CREAT | O_APPEND
        switch stream {
        case .null:
            unsafe posix_spawn_file_actions_addopen(&actions, number, "/dev/null", O_RDWR, 0)
        case .file(let path):
            unsafe posix_spawn_file_actions_addopen(&actions, number, path, flags, 0o600)
        case .terminal(let path):
            // The first terminal that a session leader opens becomes its controlling terminal.
            hasTerminal = true
            unsafe posix_spawn_file_actions_addopen(&actions, number, path, O_RDWR, 0)
        case .output: unsafe posix_spawn_file_actions_adddup2(&actions, 1, number)
        case .pipe:
            var ends: [CInt] = [-1, -1]
            guard unsafe makePipe(&ends, O_CLOEXEC) == 0 else { throw ChildProgram.Failure("pipe") }
            let (theirs, ours) = number == 0 ? (ends[0], ends[1]) : (ends[1], ends[0])
            theirEnds.append(theirs)
            ourEnds.append(ours)
            unsafe posix_spawn_file_actions_adddup2(&actions, theirs, number)
            return ours
        }
        return -1
    }

    mutating func change(to folder: String) {
        unsafe addChangeOfFolder(&actions, folder)
    }

    /// Starts the program. The caller then owns this process's ends of the pipes.
    mutating func spawn(_ words: [String], _ environment: [String: String]?) throws -> pid_t {
        unsafe addClosing(&actions, 3)
        // The threads of tests block most signals, and a started program would inherit that.
        var (none, all) = (sigset_t(), sigset_t())
        unsafe sigemptyset(&none)
        unsafe sigfillset(&all)
        unsafe posix_spawnattr_setsigmask(&attributes, &none)
        unsafe posix_spawnattr_setsigdefault(&attributes, &all)
        let flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF
        let newSession: CInt = hasTerminal ? 0x80 : 0
        unsafe posix_spawnattr_setflags(&attributes, Int16(CInt(flags) | newSession))
        var arguments = unsafe words.map { unsafe strdup($0) } + [nil]
        var variables = unsafe (environment ?? [:]).map { unsafe strdup("\($0)=\($1)") } + [nil]
        defer { unsafe (arguments + variables).forEach { unsafe free($0) } }
        var process: pid_t = 0
        let code =
            if environment == nil {
                unsafe posix_spawnp(&process, words[0], &actions, &attributes, &arguments, environ)
            } else {
                unsafe posix_spawnp(
                    &process, words[0], &actions, &attributes, &arguments, &variables)
            }
        guard code == 0 else { throw ChildProgram.Failure("start of \(words[0])", code: code) }
        ourEnds = []
        return process
    }
}

// Functions of glibc that its Swift module omits.

@_silgen_name("pipe2")
private func makePipe(_ ends: UnsafeMutablePointer<CInt>, _ flags: CInt) -> CInt

@_silgen_name("posix_spawn_file_actions_addchdir_np")
@discardableResult
private func addChangeOfFolder(
    _ actions: UnsafeMutablePointer<posix_spawn_file_actions_t>, _ folder: UnsafePointer<CChar>
) -> CInt

/// Closes all descriptors from a number on.
@_silgen_name("posix_spawn_file_actions_addclosefrom_np")
@discardableResult
private func addClosing(
    _ actions: UnsafeMutablePointer<posix_spawn_file_actions_t>, _ first: CInt
) -> CInt
