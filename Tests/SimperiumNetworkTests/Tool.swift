import Glibc
import SimperiumLoop
import Testing

/// A program of somebody else's, and what it has written.
final class Tool {
    private(set) var output: [UInt8] = []
    private(set) var end: Child.End?
    private var hasClosed = false
    private var child: Child?
    private var readiness: Readiness?
    private let input: Int32
    private let source: Int32
    private var room = [UInt8](repeating: 0, count: 65_536)

    /// Runs until the tool has ended, and gives back what it has written.
    static func output(
        of name: String, _ arguments: [String], at station: Station, saying text: String = ""
    ) throws -> String {
        let tool = try Tool(name, arguments, on: station.loop)
        tool.say(text)
        tool.sayNothingMore()
        station.run { tool.hasEnded }
        return tool.text
    }

    init(_ name: String, _ arguments: [String], on loop: Loop) throws {
        let (near, far) = (Self.pipe(), Self.pipe())
        (source, input) = (near.0, far.1)
        _ = fcntl(source, F_SETFL, O_NONBLOCK)
        readiness = try Readiness(of: Descriptor(rawValue: source), on: loop) {
            [unowned self] _ in read()
        }
        let program = Program(
            name, arguments,
            streams: [
                .sharing(Descriptor(rawValue: far.0)), .sharing(Descriptor(rawValue: near.1)),
                .sharing(Descriptor(rawValue: near.1)),
            ])
        child = try Child(program, on: loop) { [unowned self] in end = $0 }
        readiness?.wait(for: .readable)
        Glibc.close(far.0)
        Glibc.close(near.1)
    }

    deinit {
        if end == nil { child?.send(.kill) }
        readiness = nil
        Glibc.close(source)
        sayNothingMore()
    }

    var text: String { String(decoding: output, as: UTF8.self) }
    var hasEnded: Bool { end != nil && hasClosed }

    func say(_ text: String) {
        let bytes = Array(text.utf8)
        #expect(unsafe write(input, bytes, bytes.count) == bytes.count)
    }

    private var hasSaidAll = false

    func sayNothingMore() {
        if !hasSaidAll { Glibc.close(input) }
        hasSaidAll = true
    }

    private func read() {
        let count = unsafe Glibc.read(source, &room, room.count)
        if count > 0 { output += room.prefix(count) }
        guard count == 0 else { return }
        hasClosed = true
        readiness = nil
    }

    private static func pipe() -> (Int32, Int32) {
        var ends: [Int32] = [0, 0]
        unsafe Glibc.pipe(&ends)
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        return (ends[0], ends[1])
    }
}
