import Foundation

/// A program that writes to a store until it is killed, or can't go on.
final class Writer {
    private let process = Process()
    private let output = Pipe()
    private var rest = Data()

    /// `room` is how many blocks of 512 bytes each of its files may have.
    init(_ kind: String, _ path: String, room: Int? = nil) throws {
        process.executableURL = URL(filePath: "/bin/sh")
        let limit = room.map { "trap '' XFSZ; ulimit -f \($0); " } ?? ""
        process.arguments = ["-c", limit + #"exec "$0" "$1" "$2""#, Self.program, kind, path]
        process.standardOutput = output
        try process.run()
    }

    deinit {
        kill()
    }

    /// What was built together with these tests.
    private static let program: String = {
        let tests = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
        return tests.deletingLastPathComponent().appending(path: "StoreWriter").path
    }()

    /// Ends it between any two instructions. What it had said by then is still to be read.
    func kill() {
        Foundation.kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }

    /// The next line; nil at the end.
    func line() -> String? {
        while true {
            if let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                defer { rest = rest[rest.index(after: end)...] }
                return String(decoding: rest[..<end], as: UTF8.self)
            }
            let more = output.fileHandleForReading.availableData
            guard !more.isEmpty else { return nil }
            rest += more
        }
    }

    /// All lines that are still to be read.
    func lines() -> [String] {
        var lines: [String] = []
        while let line = line() { lines.append(line) }
        return lines
    }
}
