import Foundation
import Glibc
import Testing

/// The program as a server: a process of its own, with a folder of its own.
final class ServedProgram {
    /// What opens an app.
    struct Keys {
        let api: String
        let administrator: String
    }

    private static let program = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
        .deletingLastPathComponent().appending(path: "tictactoe")

    let folder: URL
    private let arguments: [String]
    private var process = Process()
    private var output = Pipe()
    private(set) var port = 0

    /// Starts with `arguments`, and with its store in a file unless they name another one.
    init(_ arguments: [String] = []) throws {
        folder = FileManager.default.temporaryDirectory
            .appending(path: "tictactoe-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        self.arguments = arguments
        try start()
    }

    deinit {
        crash()
        try? FileManager.default.removeItem(at: folder)
    }

    var store: URL { folder.appending(path: "store.db") }
    var log: String {
        (try? String(contentsOf: folder.appending(path: "log"), encoding: .utf8)) ?? ""
    }

    /// Starts again, at the same port and with the same file.
    func start() throws {
        process = Process()
        output = Pipe()
        let log = folder.appending(path: "log")
        if !FileManager.default.fileExists(atPath: log.path) {
            _ = FileManager.default.createFile(atPath: log.path, contents: nil)
        }
        let errors = try FileHandle(forWritingTo: log)
        try errors.seekToEnd()
        process.executableURL = Self.program
        process.arguments =
            ["serve", "--listen", "127.0.0.1:\(port)", "--store", store.path] + arguments
        process.environment = ["HOME": folder.path]
        process.standardOutput = output
        process.standardError = errors
        try process.run()
        let line = try #require(firstLine(), "the server said nothing: \(self.log)")
        port = try #require(line.split(separator: ":").last.flatMap { Int($0) })
    }

    private func firstLine() -> String? {
        var text = Data()
        while !text.contains(UInt8(ascii: "\n")) {
            let more = output.fileHandleForReading.availableData
            guard !more.isEmpty else { return nil }
            text += more
        }
        let line = text.prefix { $0 != UInt8(ascii: "\n") }
        return String(decoding: line, as: UTF8.self)
    }

    /// Kills it, as a power cut would.
    func crash() {
        guard process.isRunning else { return }
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }

    func send(_ signal: Int32) {
        kill(process.processIdentifier, signal)
    }

    /// Waits until it has ended by itself.
    func end() -> Int32 {
        process.waitUntilExit()
        return process.terminationStatus
    }

    var isRunning: Bool { process.isRunning }

    /// The keys of an app, as they are for whoever may read the file.
    func keys(of app: String = "tictactoe") throws -> Keys {
        let text = try String(contentsOf: URL(filePath: store.path + ".keys"), encoding: .utf8)
        let line = try #require(text.split(separator: "\n").first { $0.hasPrefix("\(app) ") })
        let words = line.split(separator: " ").map(String.init)
        return Keys(api: words[1], administrator: words[2])
    }

    /// What curl hears at a path of the server.
    func curl(_ path: String, _ arguments: String...) throws -> String {
        try Self.output(
            of: "/usr/bin/curl",
            ["-s", "--max-time", "20"] + arguments + ["http://127.0.0.1:\(port)\(path)"])
    }

    /// What a Python program prints, which finds the port in `PORT`.
    func python(_ program: String, _ arguments: [String] = []) throws -> String {
        try Self.output(
            of: "/usr/bin/python3", ["-c", Self.head + program, "\(port)"] + arguments)
    }

    private static let head = """
        import asyncio, json, socket, ssl, sys, websockets
        PORT = sys.argv[1]
        TOKEN = "82d1ba4935326590feb72cd24aea9f61"
        def init(channel, bucket, client, app="tictactoe", token=TOKEN, **more):
            return f"{channel}:init:" + json.dumps({"clientid": client, "api": "1.1",
                "token": token, "app_id": app, "name": bucket, **more})

        """

    static func output(of tool: String, _ arguments: [String]) throws -> String {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(filePath: tool)
        process.arguments = arguments
        process.standardOutput = output
        process.standardError = output
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return String(decoding: data, as: UTF8.self)
    }
}
