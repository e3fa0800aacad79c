import Glibc
import TestSupport
import Testing

/// A server with a door for ssh, on free ports of this machine, until it is let go.
final class House {
    let folder: TemporaryFolder
    /// Whoever started it, who sees what it says.
    private(set) var host: Person
    /// Where guests come in.
    private(set) var port: Int
    /// Where the server listens, as `--server` wants it.
    let address: String
    let fingerprint: String

    /// What it was started with, but for where it listens.
    private let words: [String]
    /// Another door of the same server, which stands alone.
    private var secondDoor: Person?

    init(_ arguments: String..., isKeeping: Bool = false) throws {
        folder = try TemporaryFolder()
        port = try freePort()
        let store = isKeeping ? folder.path("store.db") : "memory"
        words =
            ["--store", store, "--ssh", "127.0.0.1:\(port)", "--host-key", folder.path("key")]
            + arguments
        host = try Self.open(words, at: "127.0.0.1:0")
        host.sees(
            "guests come in at 127.0.0.1:\(port)",
            "guests connect with: ssh -p \(port) 127.0.0.1", "serving at ",
            "the SSH host key is ")
        address = try Self.word(after: "serving at ", in: host)
        fingerprint = try Self.word(after: "the SSH host key is ", in: host)
    }

    /// Each line of the log is one of the screen, for as long as a test takes.
    private static func open(_ words: [String], at address: String) throws -> Person {
        try Person(["serve", "--listen", address] + words, rows: 400, columns: 300)
    }

    /// Kills the server, as a power cut would, which is the end of its door, too.
    func crash() {
        host.sends(SIGKILL)
        host.seesTheEnd()
    }

    /// Starts it again, at the same ports and with the same files.
    func start() throws {
        host = try Self.open(words, at: address)
        host.sees("guests come in at 127.0.0.1:\(port)")
    }

    deinit {
        secondDoor?.sends(SIGTERM)
        secondDoor?.seesTheEnd()
        host.sends(SIGTERM)
        host.seesTheEnd()
    }

    private static func word(after words: String, in person: Person) throws -> String {
        let text = person.screen.text
        let range = try #require(text.firstRange(of: words))
        return String(text[range.upperBound...].prefix { !$0.isWhitespace })
    }

    /// The process of the door.
    var door: pid_t {
        get throws {
            let list = "/proc/\(host.process)/task/\(host.process)/children"
            let text = try Files.text(list)
            return try #require(text.split(separator: " ").first.flatMap { pid_t($0) })
        }
    }

    /// How many descriptors the door has open.
    var doorDescriptors: Int {
        get throws {
            try Files.names(in: "/proc/\(door)/fd").count
        }
    }

    /// Opens another door, as on another machine. Guests come in there from now on.
    func openSecondDoor(_ arguments: String...) throws {
        port = try freePort()
        let words = [
            "door", "--server", address, "--ssh", "127.0.0.1:\(port)", "--host-key",
            folder.path("key"),
        ]
        let door = try Person(words + arguments, rows: 400, columns: 300)
        door.sees("guests come in at 127.0.0.1:\(port)")
        secondDoor = door
    }

    /// Tells the server to end, and says how it did, and after how long.
    func stop() -> (end: PseudoTerminal.End?, after: Duration) {
        let start = ContinuousClock.now
        host.sends(SIGTERM)
        let end = host.seesTheEnd()
        return (end, ContinuousClock.now - start)
    }

    /// A key of that kind, made by `ssh-keygen`, and its fingerprint.
    func key(_ kind: String) throws -> (path: String, fingerprint: String) {
        let path = folder.path(kind)
        try Self.makeKey(kind, at: path)
        let line = try PipedProgram.run("/usr/bin/ssh-keygen", ["-l", "-f", path + ".pub"]).text
        return (path, String(line.split(separator: " ")[1]))
    }

    static func makeKey(_ kind: String, at path: String) throws {
        _ = try PipedProgram.run("/usr/bin/ssh-keygen", ["-q", "-t", kind, "-N", "", "-f", path])
    }

    /// What `ssh` is told for anybody who comes here.
    func options(_ user: String, key: String? = nil) -> [String] {
        Self.options(user, key: key, at: port, known: folder.path("known"))
    }

    /// What `ssh` is told for anybody, so that nothing of this machine's matters.
    static func options(
        _ user: String, key: String? = nil, at port: Int, known: String
    ) -> [String] {
        let identity = key.map { ["-i", $0, "-o", "IdentitiesOnly=yes"] } ?? []
        return ["-F", "none", "-p", "\(port)", "-l", user] + identity
            + ["StrictHostKeyChecking=no", "UserKnownHostsFile=\(known)", "LogLevel=ERROR"]
            .flatMap { ["-o", $0] }
    }
}

extension Person {
    /// Somebody who comes to a house by ssh.
    convenience init(
        _ user: String, visiting house: House, _ words: String..., key: String? = nil,
        rows: Int = 24, columns: Int = 80, term: String = "xterm-256color"
    ) throws {
        try self.init(
            ["-tt"] + house.options(user, key: key) + ["127.0.0.1"] + words, rows: rows,
            columns: columns, term: term, program: "/usr/bin/ssh")
    }

    /// Has the keys told, and put away again, which shows that somebody listens and draws.
    func looksUpKeys() {
        press("?")
        sees("Keys")
        press("esc")
        waits(for: "the screen without keys") { !$0.text.contains("Keys") }
    }

    /// Chooses a square and places there, once it is their move, in a round that goes on.
    func places(in square: Int) {
        endsRound(in: square)
        sees("to move")
    }

    /// The same, with the last move of a round.
    func endsRound(in square: Int) {
        sees("YOUR MOVE")
        press("\(square)", "enter")
    }
}
