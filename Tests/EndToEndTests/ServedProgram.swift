import Glibc
import TestSupport
import Testing

/// `tictactoe serve` on a free port of this machine, with a folder of its own, until the value is
/// released.
final class ServedProgram {
    /// The keys of an app.
    struct Keys {
        let api: String
        let administrator: String
    }

    /// The place of a server's data.
    enum DataPlace: Equatable {
        /// The file `store` in the server's folder.
        case ownFile
        case file(String)
        case memory
        /// A shared Redis, by its URL. Missing keys for it are made.
        case redis(String)
    }

    let folder: TemporaryFolder
    /// The path of the data file, if there is one. The keys are in a file beside it.
    let store: String
    private let arguments: [String]
    /// A program that runs the server, with its arguments; empty for none.
    private let runner: [String]
    private let clock: ShiftedClock?
    /// The file that its log goes to.
    private let log: String
    private var program: PipedProgram?
    private(set) var port: UInt16 = 0
    /// The server that writes, if this one stands by, and their Redis.
    private var writer: (server: ServedProgram, redis: RedisServer)?
    /// With `THROUGH_STAND_BY=1` each server that may have any store passes its clients to another
    /// one.
    static let standsBy = TestSupport.environment("THROUGH_STAND_BY") == "1"

    /// Starts a server with `arguments`, and without a door unless they have `--ssh`. The port is a
    /// free one unless it is given. The server uses `clock`, if that is not the machine's.
    init(
        _ arguments: [String] = [], in place: DataPlace = .ownFile, log: String? = nil,
        port: UInt16 = 0, clock: ShiftedClock? = nil, under runner: [String] = []
    ) throws {
        self.clock = clock
        self.runner = runner
        self.port = port
        folder = try TemporaryFolder()
        store = if case .file(let path) = place { path } else { folder.path("store.db") }
        self.log = log ?? folder.path("log")
        var (place, arguments) = (place, arguments)
        if Self.standsBy, [.ownFile, .memory].contains(place), clock == nil, runner.isEmpty {
            let redis = try RedisServer()
            if !arguments.contains("--keys") { arguments += ["--keys", store + ".keys"] }
            place = .redis("redis://127.0.0.1:\(redis.port)")
            writer = (try ServedProgram(arguments, in: place), redis)
        }
        switch place {
        case .ownFile, .file: self.arguments = ["--store", store] + arguments
        case .memory: self.arguments = ["--store", "memory"] + arguments
        case .redis(let url): self.arguments = ["--store", url] + arguments + ["--new-keys"]
        }
        try start()
    }

    deinit {
        crash()
    }

    /// The server's address, in the form for `--server`.
    var address: String { "127.0.0.1:\(port)" }

    /// Starts again, at the same port and with the same file.
    func start() throws {
        let noDoor = arguments.contains("--ssh") ? [] : ["--no-door"]
        let words =
            runner + [PipedProgram.ours, "serve", "--listen", address] + noDoor + arguments
        let program = try PipedProgram(
            words[0], Array(words.dropFirst()),
            environment: ["HOME": folder.place].merging(clock?.environment ?? [:]) { $1 },
            errors: log)
        self.program = program
        let line = try #require(program.line(), "the server did not begin")
        port = try #require(line.split(separator: ":").last.flatMap { UInt16($0) })
    }

    /// Kills the server like a power cut.
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

    /// Waits until the server has ended by itself.
    func end() -> CInt? { program?.end() }

    /// Stops the server, and waits for its end.
    func stop() -> CInt? {
        send(SIGTERM)
        return end()
    }

    /// Returns the keys of an app from the server's file.
    func keys(of app: String = "tictactoe") throws -> Keys {
        try Self.keys(of: app, in: store + ".keys")
    }

    /// Returns the keys of an app from a file that several servers share.
    static func keys(of app: String, in path: String) throws -> Keys {
        let text = try Files.text(path)
        let line = try #require(text.split(separator: "\n").first { $0.hasPrefix("\(app) ") })
        let words = line.split(separator: " ").map(String.init)
        return Keys(api: words[1], administrator: words[2])
    }

    /// Returns curl's output for a path of the server.
    func curl(_ path: String, _ arguments: String...) throws -> String {
        try PipedProgram.run(
            "/usr/bin/curl",
            ["-s", "--max-time", "20"] + arguments + ["http://\(address)\(path)"]
        ).text
    }

    /// Runs a Python program, which finds the port in `PORT`. Returns its output.
    func python(_ program: String, _ arguments: [String] = []) throws -> String {
        try startPython(program, arguments).rest()
    }

    func startPython(_ program: String, _ arguments: [String] = []) throws -> PipedProgram {
        try Self.startPython(program, at: port, arguments)
    }

    /// The same at the port of a relay to a server.
    static func startPython(
        _ program: String, at port: UInt16, _ arguments: [String] = []
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
        async def heard(ws, start, part=""):
            while True:
                frame = await asyncio.wait_for(ws.recv(), 10)
                if frame.startswith(start) and part in frame:
                    assert '"error"' not in frame, frame
                    return frame
        async def change(ws, channel, key, object, version=None):
            body = {"id": key, "o": "M", "d": object, "ccid": f"{key}-{version}"}
            if version: body["sv"] = version
            await ws.send(f"{channel}:c:" + json.dumps(body))
            await heard(ws, f"{channel}:c:", body["ccid"])
        def eventually(look, limit=60):
            end = time.monotonic() + limit
            while True:
                found = look()
                if found: return found
                assert time.monotonic() < end, "waited in vain"
                time.sleep(0.05)

        """
}

extension TerminalPerson {
    /// A user with that name who plays at a server.
    convenience init(
        _ name: String, at server: ServedProgram, _ arguments: String..., rows: Int = 24,
        columns: Int = 80, term: String = "xterm-256color", environment: [String: String] = [:]
    ) throws {
        try self.init(
            arguments + ["--server", server.address, "--name", name], rows: rows, columns: columns,
            term: term, environment: environment)
    }

    /// Stops looking for an opponent, so that only players who look for this one find it.
    ///
    /// The Esc must be alone: followed by other keys, it would be read as Alt.
    func stopsLooking() {
        sees("in sync", "Looking for a match")
        press("esc")
        sees("Hello, ")
    }

    /// Places on a square when it is their move.
    func plays(_ square: Int) {
        sees("YOUR MOVE")
        press("\(square)", "enter")
        sees("to move")
    }
}

/// Waits until one of two players has the first move, and returns that one first.
func whoBegins(_ one: TerminalPerson, _ other: TerminalPerson) -> (
    first: TerminalPerson, second: TerminalPerson
) {
    _ = waitUntil(within: PipedProgram.patience, every: .milliseconds(20)) {
        for person in [one, other] { person.catchesUp() }
        return [one, other].contains { $0.screen.text.contains("YOUR MOVE") }
    }
    return one.screen.text.contains("YOUR MOVE") ? (one, other) : (other, one)
}

/// Plays a round that the first player wins.
func playRound(_ first: TerminalPerson, _ second: TerminalPerson) {
    for (person, square) in [(first, 5), (second, 1), (first, 3), (second, 2)] {
        person.plays(square)
    }
    first.sees("YOUR MOVE")
    first.press("7", "enter")
}

extension Trait where Self == ConditionTrait {
    /// Leaves a test out with `THROUGH_STAND_BY=1`: it needs its server's own file, log or end, or
    /// a store that answers at once.
    static var direct: Self {
        .disabled(if: ServedProgram.standsBy, "because the server stands by")
    }
}
