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

    static let program = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
        .deletingLastPathComponent().appending(path: "tictactoe").path

    let folder: URL
    private let arguments: [String]
    private var process: PipedProgram?
    private(set) var port = 0

    /// Starts with `arguments`, and with its store in a file.
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

    /// Starts again, at the same port and with the same file.
    func start() throws {
        let process = try PipedProgram(
            Self.program,
            ["serve", "--listen", "127.0.0.1:\(port)", "--store", store.path] + arguments,
            environment: ["HOME": folder.path], errors: folder.appending(path: "log").path)
        self.process = process
        let line = try #require(process.line(), "the server did not begin")
        port = try #require(line.split(separator: ":").last.flatMap { Int($0) })
    }

    /// Kills it, as a power cut would.
    func crash() {
        send(SIGKILL)
        process?.end()
    }

    func send(_ signal: CInt) {
        process?.send(signal)
    }

    /// Waits until it has ended by itself.
    func end() -> CInt? { process?.end() }

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
        try startPython(program, arguments).rest()
    }

    func startPython(_ program: String, _ arguments: [String] = []) throws -> PipedProgram {
        try PipedProgram("/usr/bin/python3", ["-c", Self.head + program, "\(port)"] + arguments)
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
        try PipedProgram(tool, arguments).rest()
    }
}
