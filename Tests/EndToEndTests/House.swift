import Foundation
import Glibc
import TestSupport
import Testing

/// A server with a door for ssh, on free ports of this machine, until it is let go.
final class House {
    struct Silence: Error {}

    private let folder: URL
    /// Whoever started it, who sees what it says.
    let host: Person
    /// Where guests come in.
    let port: Int
    /// Where the server listens, as `--server` wants it.
    let address: String
    let fingerprint: String

    init(_ arguments: String...) throws {
        folder = FileManager.default.temporaryDirectory
            .appending(path: "tictactoe-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        port = try Self.freePort()
        let words = [
            "serve", "--listen", "127.0.0.1:0", "--store", "memory", "--ssh",
            "127.0.0.1:\(port)", "--host-key", folder.appending(path: "key").path,
        ]
        // Each line of the log on one of the screen, for as long as a test takes.
        host = try Person(words + arguments, rows: 400, columns: 300)
        host.sees("guests come in at 127.0.0.1:\(port)")
        address = try Self.word(after: "serving at ", in: host)
        fingerprint = try Self.word(after: "the door's key is ", in: host)
    }

    deinit {
        host.sends(SIGTERM)
        host.seesTheEnd()
        try? FileManager.default.removeItem(at: folder)
    }

    private static func word(after words: String, in person: Person) throws -> String {
        let text = person.screen.text
        let range = try #require(text.range(of: words))
        return String(text[range.upperBound...].prefix { !$0.isWhitespace })
    }

    /// The process of the door.
    var door: pid_t {
        get throws {
            let list = "/proc/\(host.process)/task/\(host.process)/children"
            let text = try String(contentsOfFile: list, encoding: .utf8)
            return try #require(text.split(separator: " ").first.flatMap { pid_t($0) })
        }
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
        let path = folder.appending(path: kind).path
        _ = try Self.run("/usr/bin/ssh-keygen", ["-q", "-t", kind, "-N", "", "-f", path])
        let line = try Self.run("/usr/bin/ssh-keygen", ["-l", "-f", path + ".pub"]).text
        return (path, String(line.split(separator: " ")[1]))
    }

    /// What `ssh` is told for anybody, so that nothing of this machine's matters.
    func options(_ user: String, key: String? = nil) -> [String] {
        let identity = key.map { ["-i", $0, "-o", "IdentitiesOnly=yes"] } ?? []
        let known = folder.appending(path: "known").path
        return ["-F", "none", "-p", "\(port)", "-l", user] + identity
            + ["StrictHostKeyChecking=no", "UserKnownHostsFile=\(known)", "LogLevel=ERROR"]
            .flatMap { ["-o", $0] }
    }

    /// Runs a command without a terminal to its end, which comes within a minute: by force, if
    /// need be.
    static func run(
        _ program: String, _ arguments: [String]
    ) throws -> (text: String, status: Int32) {
        let (process, output) = (Process(), Pipe())
        process.executableURL = URL(filePath: "/usr/bin/timeout")
        process.arguments = ["--kill-after=1", "60", program] + arguments
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        process.standardError = output
        try process.run()
        let bytes = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return (String(decoding: bytes, as: UTF8.self), process.terminationStatus)
    }

    /// One that was free just now: the door has to come back at the same one.
    private static func freePort() throws -> Int {
        let socket = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(socket) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let status = unsafe withUnsafeMutableBytes(of: &address) { bytes in
            unsafe bytes.withMemoryRebound(to: sockaddr.self) { address -> CInt in
                guard let start = address.baseAddress else { return -1 }
                let bound = unsafe bind(socket, start, length)
                return unsafe bound == 0 ? getsockname(socket, start, &length) : bound
            }
        }
        guard status == 0 else { throw Silence() }
        return Int(UInt16(bigEndian: address.sin_port))
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
        press("?")
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
