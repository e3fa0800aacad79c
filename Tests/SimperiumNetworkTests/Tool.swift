import Glibc
import SimperiumLoop
import TestSupport
import Testing

/// A program of the system, and its output.
final class Tool {
    private(set) var output: [UInt8] = []
    private let program: ChildProgram
    private var writing: ReadinessWatch?
    private var running: ReadinessWatch?

    /// Runs a tool to its end. Returns its output.
    static func output(
        of name: String, _ arguments: [String], at station: Station, saying text: String = ""
    ) throws -> String {
        let tool = try Tool(name, arguments, on: station.loop)
        // The pipe takes so much at once, though the tool waits for the loop of this thread.
        precondition(text.utf8.count < 65_536)
        #expect(tool.program.write(Array(text.utf8)))
        tool.program.endInput()
        station.run { tool.hasEnded }
        return tool.text
    }

    init(_ name: String, _ arguments: [String], on loop: Loop) throws {
        program = try ChildProgram(name, arguments, input: .pipe)
        writing = try ReadinessWatch(of: Descriptor(rawValue: program.output), on: loop) {
            [unowned self] _ in read()
        }
        running = try ReadinessWatch(of: Descriptor(rawValue: program.handle), on: loop) {
            [unowned self] _ in if program.end() != nil { running = nil }
        }
        writing?.startPolling(for: .readable)
        running?.startPolling(for: .readable)
    }

    deinit {
        // Before the program closes what they watch.
        writing = nil
        running = nil
    }

    var text: String { String(decoding: output, as: UTF8.self) }
    var hasEnded: Bool { writing == nil && running == nil }

    private func read() {
        guard let bytes = program.read(within: .zero) else { return writing = nil }
        output += bytes
    }
}
