import Glibc
import TestSupport
import Testing

/// `tictactoe serve` on a free port of this machine, with a folder of its own, until it is let go.
final class ServedProgram {
    /// What opens an app.
    struct Keys {
        let api: String
        let administrator: String
    }

    let folder: TemporaryFolder
    let store: String
    private let arguments: [String]
    /// A program that runs the server, with its arguments; empty for none.
    private let runner: [String]
    private let clock: ShiftedClock?
    /// The file that its log goes to.
    private let log: String
    private var program: PipedProgram?
    private(set) var port = 0

    /// Starts with `arguments`. What it keeps is in `store`, of its own without a path; or nowhere;
    /// or in an engine that others share, for which it makes the keys that are missing. At a port,
    /// or any that is free. It lives by `clock`, if that is not the machine's.
    init(
        _ arguments: [String] = [], store: String? = nil, isKeeping: Bool = true,
        engine: String? = nil, log: String? = nil, port: Int = 0, clock: ShiftedClock? = nil,
        under runner: [String] = []
    ) throws {
        self.clock = clock
        self.runner = runner
        self.port = port
        folder = try TemporaryFolder()
        self.store = store ?? folder.path("store.db")
        self.log = log ?? folder.path("log")
        let place = engine ?? (isKeeping ? self.store : "memory")
        self.arguments = ["--store", place] + arguments + (engine == nil ? [] : ["--new-keys"])
        try start()
    }

    deinit {
        crash()
    }

    /// Where it listens, as `--server` wants it.
    var address: String { "127.0.0.1:\(port)" }

    /// Starts again, at the same port and with the same file.
    func start() throws {
        let words =
            runner + [PipedProgram.ours, "serve", "--no-door", "--listen", address] + arguments
        let program = try PipedProgram(
            words[0], Array(words.dropFirst()),
            environment: ["HOME": folder.place].merging(clock?.environment ?? [:]) { $1 },
            errors: log)
        self.program = program
        let line = try #require(program.line(), "the server did not begin")
        port = try #require(line.split(separator: ":").last.flatMap { Int($0) })
    }

    /// Kills it, as a power cut would.
    func crash() {
        send(SIGKILL)
        program?.end()
    }

    func send(_ signal: CInt) {
        program?.send(signal)
    }

    var process: pid_t? { program?.process }
    /// The log so far.
    var logged: String { get throws { try Files.text(log) } }

    /// Waits until it has ended by itself.
    func end() -> CInt? { program?.end() }

    /// Asks it to stop, and waits until it has.
    func stop() -> CInt? {
        send(SIGTERM)
        return end()
    }

    /// The keys of an app, as they are for whoever may read the file.
    func keys(of app: String = "tictactoe") throws -> Keys {
        try Self.keys(of: app, in: store + ".keys")
    }

    /// Those in a file that several have.
    static func keys(of app: String, in path: String) throws -> Keys {
        let text = try Files.text(path)
        let line = try #require(text.split(separator: "\n").first { $0.hasPrefix("\(app) ") })
        let words = line.split(separator: " ").map(String.init)
        return Keys(api: words[1], administrator: words[2])
    }

    /// What curl hears at a path of the server.
    func curl(_ path: String, _ arguments: String...) throws -> String {
        try PipedProgram.run(
            "/usr/bin/curl",
            ["-s", "--max-time", "20"] + arguments + ["http://\(address)\(path)"]
        ).text
    }

    /// What a Python program prints, which finds the port in `PORT`.
    func python(_ program: String, _ arguments: [String] = []) throws -> String {
        try startPython(program, arguments).rest()
    }

    func startPython(_ program: String, _ arguments: [String] = []) throws -> PipedProgram {
        try Self.startPython(program, at: port, arguments)
    }

    /// The same at a port that is another's, which leads to a server.
    static func startPython(
        _ program: String, at port: Int, _ arguments: [String] = []
    ) throws -> PipedProgram {
        try PipedProgram("/usr/bin/python3", ["-c", Self.head + program, "\(port)"] + arguments)
    }

    private static let head = """
        import asyncio, functools, json, requests, socket, ssl, sys, time, websockets
        # A program that ends in the middle of a connection would wait ten seconds for its close.
        websockets.connect = functools.partial(websockets.connect, close_timeout=1)
        PORT = sys.argv[1]
        TOKEN = "82d1ba4935326590feb72cd24aea9f61"
        def init(channel, bucket, client, app="tictactoe", token=TOKEN, **more):
            return f"{channel}:init:" + json.dumps({"clientid": client, "api": "1.1",
                "token": token, "app_id": app, "name": bucket, **more})
        def call(method, path, body=None, token=None, app="tictactoe", key=TOKEN, port=PORT,
                root="1"):
            fields = {"X-Simperium-API-Key": key, "X-Simperium-Token": token}
            return requests.request(method, f"http://127.0.0.1:{port}/{root}/{app}/{path}",
                headers=fields, json=body)
        def eventually(look, limit=60):
            end = time.monotonic() + limit
            while True:
                found = look()
                if found: return found
                assert time.monotonic() < end, "waited in vain"
                time.sleep(0.05)

        """
}

extension Person {
    /// Somebody of that name who plays at a server.
    convenience init(
        _ name: String, at server: ServedProgram, _ arguments: String..., rows: Int = 24,
        columns: Int = 80, term: String = "xterm-256color", environment: [String: String] = [:]
    ) throws {
        try self.init(
            arguments + ["--server", server.address, "--name", name], rows: rows, columns: columns,
            term: term, environment: environment)
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

/// Waits until one of two people has the first move, and returns this one first.
func whoBegins(_ one: Person, _ other: Person) -> (first: Person, second: Person) {
    _ = waitUntil(within: PipedProgram.patience, every: .milliseconds(20)) {
        for person in [one, other] { person.catchesUp() }
        return [one, other].contains { $0.screen.text.contains("YOUR MOVE") }
    }
    return one.screen.text.contains("YOUR MOVE") ? (one, other) : (other, one)
}

/// The squares of a round that whoever begins wins, and the last move of it.
func playRound(_ first: Person, _ second: Person) {
    for (person, square) in [(first, 5), (second, 1), (first, 3), (second, 2)] {
        person.plays(square)
    }
    first.sees("YOUR MOVE")
    first.press("7", "enter")
}
