package import Glibc

/// A program that a test starts. It inherits only its standard streams: no other descriptors,
/// blocked signals or handlers. It is killed and reaped when this value is released.
package final class ChildProgram {
    package enum End: Equatable, Sendable {
        case exited(CInt)
        case killed(by: CInt)
    }

    /// A standard stream of the program.
    package enum Stream {
        case null
        /// A pipe. This value has the other end.
        case pipe
        /// A file. Output is appended to it.
        case file(String)
        /// A terminal. It becomes the program's controlling terminal.
        case terminal(String)
        /// For errors: the same stream as the output.
        case output
    }

    package struct Failure: Error, CustomStringConvertible {
        package let description: String

        init(_ call: String, code: CInt = errno) {
            let reason = unsafe String(cString: strerror(code))
            let advice = code == ENOENT ? RequiredPrograms.missing.map { "; \($0)" } : nil
            description = "\(call): \(reason) (\(code))\(advice ?? "")"
        }
    }

    /// Makes a write to a program that has ended fail with an error; otherwise the signal would
    /// kill the test process. Started programs get the default handler.
    private static let ignoresBrokenPipes: Void = {
        _ = signal(SIGPIPE, SIG_IGN)
    }()

    package let process: pid_t
    /// A descriptor of the process. It becomes readable when the program ends.
    package let handle: CInt
    private let input: CInt
    /// The pipe that the program writes to; -1 without one.
    package let output: CInt
    private var knownEnd: End?

    /// Starts a program. A name without a slash is searched for in `PATH`.
    ///
    /// The defaults for the environment and the folder are those of this process.
    package init(
        _ name: String, _ arguments: [String] = [], environment: [String: String]? = nil,
        folder: String? = nil, input: Stream = .null, output: Stream = .pipe,
        errors: Stream = .output
    ) throws {
        Self.ignoresBrokenPipes
        var request = SpawnRequest()
        self.input = try request.open(input, at: 0)
        self.output = try request.open(output, at: 1)
        _ = try request.open(errors, at: 2)
        if let folder { request.change(to: folder) }
        process = try request.spawn([name] + arguments, environment)
        handle = openProcess(process, 0)
        precondition(handle >= 0, "a kernel without descriptors of processes")
    }

    deinit {
        if knownEnd == nil {
            kill(process, SIGKILL)
            waitpid(process, nil, 0)
        }
        for descriptor in [handle, input, output] where descriptor >= 0 { close(descriptor) }
    }

    /// Runs a program to its end and returns its output. Kills it after the time limit.
    package static func run(
        _ name: String, _ arguments: [String] = [], environment: [String: String]? = nil,
        folder: String? = nil, errors: Stream = .output, within time: Duration = .seconds(60)
    ) throws -> (text: String, end: End) {
        let child = try ChildProgram(
            name, arguments, environment: environment, folder: folder, errors: errors)
        let deadline = ContinuousClock.now + time
        let text = String(decoding: child.readAll(within: time), as: UTF8.self)
        guard let end = child.end(within: deadline - .now) else {
            throw Failure("\(name) \(arguments) after \(text)", code: ETIMEDOUT)
        }
        return (text, end)
    }

    package func send(_ signal: CInt) {
        if knownEnd == nil { kill(process, signal) }
    }

    /// Returns the end of the program; nil while it runs.
    package func end() -> End? {
        var status: CInt = 0
        guard knownEnd == nil, unsafe waitpid(process, &status, WNOHANG) == process else {
            return knownEnd
        }
        knownEnd = status & 0x7F == 0 ? .exited(status >> 8 & 0xFF) : .killed(by: status & 0x7F)
        return knownEnd
    }

    /// Waits for the end of the program; nil if it still runs after the time.
    package func end(within time: Duration) -> End? {
        let deadline = ContinuousClock.now + time
        while true {
            if let end = end() { return end }
            guard isReadable(handle, within: deadline - .now) else { return end() }
        }
    }

    /// Writes to the program's input, and waits until the pipe has room. False if the input is
    /// closed.
    @discardableResult
    package func write(_ bytes: [UInt8]) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { bytes in
                unsafe Glibc.write(input, bytes.baseAddress, bytes.count)
            }
            guard count > 0 || errno == EINTR else { return false }
            rest = rest.dropFirst(max(count, 0))
        }
        return true
    }

    /// Closes the program's input.
    package func endInput() {
        guard input >= 0 else { return }
        // The descriptor's number stays in use, so that no other file of this process gets it.
        let null = unsafe open("/dev/null", O_RDONLY | O_CLOEXEC)
        dup2(null, input)
        close(null)
    }

    /// Returns the program's next output, and waits for it: an empty array after the time, nil at
    /// the end.
    package func read(within time: Duration) -> [UInt8]? {
        guard isReadable(output, within: time) else { return [] }
        var room = [UInt8](repeating: 0, count: 65_536)
        let count = unsafe Glibc.read(output, &room, room.count)
        return count > 0 ? Array(room.prefix(count)) : nil
    }

    /// Returns the program's output up to its end, or until the time is over.
    package func readAll(within time: Duration = .seconds(60)) -> [UInt8] {
        let deadline = ContinuousClock.now + time
        var all: [UInt8] = []
        while let bytes = read(within: deadline - .now), !bytes.isEmpty { all += bytes }
        return all
    }
}

@_silgen_name("pidfd_open")
private func openProcess(_ process: pid_t, _ flags: CUnsignedInt) -> CInt

/// True if a read within this time would return bytes, the end or an error.
func isReadable(_ descriptor: CInt, within time: Duration) -> Bool {
    let deadline = ContinuousClock.now + time
    while true {
        var state = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        let rest = max(.zero, deadline - .now)
        let milliseconds = CInt(clamping: Int64((rest / .milliseconds(1)).rounded(.up)))
        let count = unsafe poll(&state, 1, milliseconds)
        if count > 0 { return true }
        if count == 0 || errno != EINTR { return false }
    }
}
