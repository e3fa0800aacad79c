import Glibc
import TestSupport

/// A program that writes to a store until it is killed, or can't continue.
final class Writer {
    private let program: ChildProgram
    private var rest: [UInt8] = []

    /// `room` is the limit of each of its files, in blocks of 512 bytes.
    init(_ kind: String, _ path: String, room: Int? = nil) throws {
        let limit = room.map { "trap '' XFSZ; ulimit -f \($0); " } ?? ""
        program = try ChildProgram(
            "/bin/sh",
            ["-c", limit + #"exec "$0" "$1" "$2""#, ThisBuild.program("StoreWriter"), kind, path])
    }

    /// Kills the program between any two instructions. Its output until then can still be read.
    func kill() {
        program.send(SIGKILL)
        _ = program.end(within: .seconds(60))
    }

    /// Returns the next line; nil at the end.
    func line() -> String? {
        while true {
            if let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                defer { rest.removeSubrange(...end) }
                return String(decoding: rest[..<end], as: UTF8.self)
            }
            guard let more = program.read(within: .seconds(60)), !more.isEmpty else { return nil }
            rest += more
        }
    }

    /// Returns all remaining lines.
    func lines() -> [String] {
        var lines: [String] = []
        while let line = line() { lines.append(line) }
        return lines
    }
}
