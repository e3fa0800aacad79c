import Foundation
import Testing

/// Programs of the original tutorial and ours, on one server.
@Suite("Beside the tutorial's program")
struct TutorialTests {
    @Test("It plays whole matches with ours, whichever of the two was there first")
    func playsWithOurs() throws {
        let server = try Utility(
            .tictactoe, ["serve", "--listen", "127.0.0.1:0", "--store", "memory"])
        let place = try #require(
            server.line { $0.contains("serving at") }?.split(separator: " ").last)
        let ours = [
            "load", "--server", "ws://\(place)", "--players", "1", "--watchers", "1",
            "--moves-per-second", "20", "--seconds", "60", "--json",
        ]
        // Whoever is there first is challenged by the other, and is cross.
        let first = try Utility(
            .python, ["-c", TutorialProgram.text, "ws://\(place)", "3"])
        _ = first.line { $0 == "here" }
        let load = try Utility(.tictactoe, ours)
        let results = first.rest()
        #expect(results.count == 3, "\(results)")
        #expect(results.first?.hasPrefix("cross") == true)

        let second = try Utility(.python, ["-c", TutorialProgram.text, "ws://\(place)", "3"])
        let more = second.rest().filter { $0 != "here" }
        #expect(more.count == 3, "\(more)")
        #expect(more.first?.hasPrefix("circle") == true)

        load.stop()
        let summary = load.rest().last ?? ""
        #expect(summary.contains(#""errors":0"#), "\(summary)")
        #expect(load.status == 0)
        server.stop()
        #expect(server.status == 0)
    }
}

/// A program without a terminal, and what it says line by line.
private final class Utility {
    enum Name {
        case tictactoe
        case python
    }

    private let process = Process()
    private let output = Pipe()
    private var text = ""

    init(_ name: Name, _ arguments: [String]) throws {
        process.executableURL =
            switch name {
            case .tictactoe: URL(filePath: Person.program)
            case .python: URL(filePath: "/usr/bin/python3")
            }
        process.arguments = arguments
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
    }

    deinit {
        if process.isRunning { process.terminate() }
    }

    /// Waits for the first line that is as wanted; nil if none comes any more.
    func line(_ isWanted: (Substring) -> Bool) -> Substring? {
        while true {
            let lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
            if let line = lines.first(where: isWanted) { return line }
            let bytes = output.fileHandleForReading.availableData
            guard !bytes.isEmpty else { return nil }
            text += String(decoding: bytes, as: UTF8.self)
        }
    }

    /// Waits for the end, and gives back all lines.
    func rest() -> [Substring] {
        _ = line { _ in false }
        process.waitUntilExit()
        return text.split(separator: "\n").filter { $0 != "here" }
    }

    func stop() {
        process.terminate()
    }

    var status: Int32 {
        process.waitUntilExit()
        return process.terminationStatus
    }
}
