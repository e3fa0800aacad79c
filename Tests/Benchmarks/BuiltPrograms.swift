import Glibc
import Visitors

/// True if a server listens at a port of this machine.
func isListening(at port: UInt16) -> Bool {
    let descriptor = socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
    defer { close(descriptor) }
    return connectLocally(descriptor, port)
}

/// Waits until a server listens at a port of this machine.
func waitUntilListening(at port: UInt16) {
    while !isListening(at: port) { usleep(20_000) }
}

/// The path of another program that was built together with this one.
func builtProgram(_ name: String) -> String {
    let own = CommandLine.arguments[0]
    return String(own.dropLast(own.split(separator: "/").last?.count ?? 0)) + name
}

/// Starts a program whose output goes to a file, by default nowhere. With nil, its output and its
/// errors go where this program's do.
func startProgram(_ words: [String], output: String? = "/dev/null") -> pid_t {
    var arguments = unsafe words.map { unsafe strdup($0) } + [nil]
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    for (stream, path) in output.map({ [(CInt(1), $0), (2, "/dev/null")] }) ?? [] {
        unsafe posix_spawn_file_actions_addopen(
            &actions, stream, path, O_WRONLY | O_CREAT, 0o600)
    }
    var process: pid_t = 0
    let code = unsafe posix_spawn(&process, words[0], &actions, nil, &arguments, environ)
    precondition(code == 0, "\(words[0]) does not start")
    unsafe arguments.forEach { unsafe free($0) }
    return process
}

/// Runs work whose failure ends the run.
func must<Value: ~Copyable>(_ work: () throws -> Value) -> Value {
    do { return try work() } catch { fatalError("\(error)") }
}
