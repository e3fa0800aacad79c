import Foundation
import Glibc
import Testing

/// `tictactoe serve` on a free port of this machine, until it is let go.
final class ServerProcess {
    struct Silence: Error {}

    private var process = Process()
    private let store: String
    /// Where it listens, as `--server` wants it.
    private(set) var address = "127.0.0.1:0"

    /// `store` is what `--store` is told.
    init(store: String = "memory") throws {
        self.store = store
        try start()
    }

    deinit {
        end()
    }

    /// Ends it as a power cut would, and starts it again at the same address.
    func restart() throws {
        end()
        process = Process()
        try start()
    }

    /// Ends it as a power cut would.
    func end() {
        guard process.isRunning else { return }
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }

    private func start() throws {
        let output = Pipe()
        process.executableURL = URL(filePath: Person.program)
        process.arguments = ["serve", "--listen", address, "--store", store]
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        var said = ""
        while !said.contains("\n") {
            let bytes = output.fileHandleForReading.availableData
            guard !bytes.isEmpty else { throw Silence() }
            said += String(decoding: bytes, as: UTF8.self)
        }
        let line = said.split(separator: "\n").first { $0.contains("127.0.0.1:") }
        guard let word = line?.split(separator: " ").first(where: { $0.contains("127.0.0.1:") })
        else { throw Silence() }
        address = String(word.drop { !$0.isNumber })
    }
}

extension Person {
    /// Somebody of that name who plays at a server.
    convenience init(
        _ name: String, at server: ServerProcess, _ arguments: String..., rows: Int = 24,
        columns: Int = 80
    ) throws {
        try self.init(
            arguments + ["--server", server.address, "--name", name], rows: rows, columns: columns)
    }

    /// Stays in the lobby, to be found by those alone who look for them.
    ///
    /// An Esc that other keys follow at once would be taken for Alt.
    func stopsLooking() {
        sees("in sync", "Looking for a match")
        press("esc")
        sees("Hello, ")
    }

    /// Chooses a square and places there, once it is their move.
    func plays(_ square: Int) {
        sees("YOUR MOVE")
        press("\(square)", "enter")
        sees("to move")
    }
}

/// The squares of a round that whoever begins wins, and the last move of it.
func playRound(_ first: Person, _ second: Person) {
    for (person, square) in [(first, 5), (second, 1), (first, 3), (second, 2)] {
        person.plays(square)
    }
    first.sees("YOUR MOVE")
    first.press("7", "enter")
}
