internal import CSimperiumUV
internal import Glibc

/// An open file, socket, pipe or terminal, identified by the number that the kernel has assigned.
///
/// The value does not own the file: the code that opened the file closes it.
package struct Descriptor: RawRepresentable, Hashable, Sendable {
    package static let standardInput = Descriptor(rawValue: 0)
    package static let standardOutput = Descriptor(rawValue: 1)
    package static let standardError = Descriptor(rawValue: 2)

    package let rawValue: Int32

    package init(rawValue: Int32) {
        self.rawValue = rawValue
    }

    package var isTerminal: Bool { uv_guess_handle(rawValue) == UV_TTY }

    /// Reads and returns the bytes up to the end of the input, but at most `limit`. Blocks while no
    /// input is available.
    package func read(limit: Int) throws(LibraryError) -> [UInt8] {
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 65_536)
        while bytes.count < limit {
            let wanted = min(piece.count, limit - bytes.count)
            let count = unsafe Glibc.read(rawValue, &piece, wanted)
            if count < 0, errno == EINTR { continue }
            try checkSystemCall(count, "read the input")
            guard count > 0 else { break }
            bytes += piece.prefix(count)
        }
        return bytes
    }

    /// Makes the descriptor refer to the controlling terminal of this process.
    package func redirectToTerminal() throws(LibraryError) {
        let terminal = unsafe open("/dev/tty", O_RDWR)
        try checkSystemCall(terminal, "open /dev/tty")
        defer { close(terminal) }
        try checkSystemCall(dup2(terminal, rawValue), "open /dev/tty")
    }

    /// The first error of writing a text to standard output; nil if all texts were written. Only
    /// the main thread writes texts.
    private nonisolated(unsafe) static var firstOutputError: LibraryError?

    package static var outputError: LibraryError? { unsafe firstOutputError }

    /// Writes a line for people to read. Reports a failure as `writeText` does.
    package func writeLine(_ line: String) {
        writeText(line + "\n")
    }

    /// Writes a text for people to read. Stores the first failure on standard output in
    /// `outputError`, and ignores failures on other descriptors.
    package func writeText(_ text: String) {
        do throws(LibraryError) {
            try write(Array(text.utf8), named: "output")
        } catch {
            guard self == .standardOutput, Self.outputError == nil else { return }
            unsafe Self.firstOutputError = error
        }
    }

    /// Passes all bytes to the kernel, and waits while the descriptor has no room. Errors contain
    /// `name`.
    func write(_ bytes: [UInt8], named name: String) throws(LibraryError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes {
                unsafe Glibc.write(rawValue, $0.baseAddress, $0.count)
            }
            if count < 0, errno == EINTR { continue }
            if count < 0, errno == EAGAIN {
                // Another program has made the pipe or terminal nonblocking, and it is full.
                var state = pollfd(fd: rawValue, events: Int16(POLLOUT), revents: 0)
                _ = unsafe Glibc.poll(&state, 1, -1)
                continue
            }
            try checkSystemCall(count, "write \(name)")
            rest = rest.dropFirst(count)
        }
    }
}
