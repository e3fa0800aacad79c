import Glibc
import TestSupport
import Testing

/// A server with a door for ssh, on free ports of this machine, until the value is released.
final class TerminalHouse {
    let folder: TemporaryFolder
    /// The terminal that it was started at, which shows its output.
    private(set) var host: TerminalPerson
    /// The port of the door.
    private(set) var port: UInt16
    /// The server's address, in the form for `--server`.
    let address: String
    let fingerprint: String

    /// The arguments except its addresses.
    private let words: [String]
    /// Another door of the same server, in a process of its own.
    private var secondDoor: TerminalPerson?

    init(_ arguments: String..., hasStoreFile: Bool = false) throws {
        folder = try TemporaryFolder()
        port = try freePort()
        let store = hasStoreFile ? folder.path("store.db") : "memory"
        words =
            ["--store", store, "--ssh", "127.0.0.1:\(port)", "--host-key", folder.path("key")]
            + arguments
        host = try Self.open(words, at: "127.0.0.1:0")
        host.sees(
            "accepting ssh guests at 127.0.0.1:\(port)",
            "guests connect with: ssh -p \(port) 127.0.0.1", "serving at ",
            "the SSH host key is ")
        address = try Self.word(after: "serving at ", in: host)
        fingerprint = try Self.word(after: "the SSH host key is ", in: host)
    }

    /// The screen is large enough for all lines of the log.
    private static func open(_ words: [String], at address: String) throws -> TerminalPerson {
        try TerminalPerson(["serve", "--listen", address] + words, rows: 400, columns: 300)
    }

    /// Kills the server like a power cut, and its door with it.
    func crash() {
        host.sends(SIGKILL)
        host.seesTheEnd()
    }

    /// Starts the server again, with the same ports and files.
    func start() throws {
        host = try Self.open(words, at: address)
        host.sees("accepting ssh guests at 127.0.0.1:\(port)")
    }

    deinit {
        secondDoor?.sends(SIGTERM)
        secondDoor?.seesTheEnd()
        host.sends(SIGTERM)
        host.seesTheEnd()
    }

    private static func word(after words: String, in person: TerminalPerson) throws -> String {
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

    /// The number of descriptors that the door has open.
    var doorDescriptors: Int {
        get throws {
            try Files.names(in: "/proc/\(door)/fd").count
        }
    }

    /// Opens another door, as on another machine. Guests use that one from now on.
    func openSecondDoor(_ arguments: String...) throws {
        port = try freePort()
        let words = [
            "door", "--server", address, "--ssh", "127.0.0.1:\(port)", "--host-key",
            folder.path("key"),
        ]
        let door = try TerminalPerson(words + arguments, rows: 400, columns: 300)
        door.sees("accepting ssh guests at 127.0.0.1:\(port)")
        secondDoor = door
    }

    /// Stops the server. Returns its end, and the time that it took.
    func stop() -> (end: PseudoTerminal.End?, after: Duration) {
        let start = ContinuousClock.now
        host.sends(SIGTERM)
        let end = host.seesTheEnd()
        return (end, ContinuousClock.now - start)
    }

    /// Makes a key of that kind with `ssh-keygen`. Returns its path and its fingerprint.
    func key(_ kind: String) throws -> (path: String, fingerprint: String) {
        let path = folder.path(kind)
        try Self.makeKey(kind, at: path)
        let line = try PipedProgram.run("/usr/bin/ssh-keygen", ["-l", "-f", path + ".pub"]).text
        return (path, String(line.split(separator: " ")[1]))
    }

    static func makeKey(_ kind: String, at path: String) throws {
        _ = try PipedProgram.run("/usr/bin/ssh-keygen", ["-q", "-t", kind, "-N", "", "-f", path])
    }

    /// Returns the options of `ssh` for a guest of this door.
    func options(_ user: String, key: String? = nil) -> [String] {
        Self.options(user, key: key, at: port, known: folder.path("known"))
    }

    /// Returns the options of `ssh` for a guest, independent of this machine's configuration.
    static func options(
        _ user: String, key: String? = nil, at port: UInt16, known: String
    ) -> [String] {
        let identity = key.map { ["-i", $0, "-o", "IdentitiesOnly=yes"] } ?? []
        return ["-F", "none", "-p", "\(port)", "-l", user] + identity
            + ["StrictHostKeyChecking=no", "UserKnownHostsFile=\(known)", "LogLevel=ERROR"]
            .flatMap { ["-o", $0] }
    }
}

extension TerminalPerson {
    /// A guest who comes to a house by ssh, and looks for a match unless a command is given.
    convenience init(
        _ user: String, visiting house: TerminalHouse, _ words: String..., key: String? = nil,
        looks: Bool = true, rows: Int = 24, columns: Int = 80, term: String = "xterm-256color"
    ) throws {
        let words = words.isEmpty && user != "watch" && looks ? ["play"] : words
        try self.init(
            ["-tt"] + house.options(user, key: key) + ["127.0.0.1"] + words, rows: rows,
            columns: columns, term: term, program: "/usr/bin/ssh")
    }

    /// Shows the keys and hides them again, which proves that the program reads and draws.
    func looksUpKeys() {
        press("?")
        sees("Keys")
        press("esc")
        waits(for: "the screen without keys") { !$0.text.contains("Keys") }
    }

    /// Places on a square when it is their move. The round continues.
    func places(in square: Int) {
        endsRound(in: square)
        sees("to move")
    }

    /// Makes the last move of a round.
    func endsRound(in square: Int) {
        sees("YOUR MOVE")
        press("\(square)", "enter")
    }
}
