import Foundation
import Glibc
import Testing

/// A server with a door for ssh, on free ports of this machine, until it is let go.
final class House {
    struct Silence: Error {}

    private let folder: URL
    private let process = Process()
    private let output = Pipe()
    private(set) var said = ""
    /// Where guests come in.
    let port: Int
    /// Where the server listens, as `--server` wants it.
    private(set) var address = ""
    private(set) var fingerprint = ""

    init(_ arguments: String...) throws {
        folder = FileManager.default.temporaryDirectory
            .appending(path: "tictactoe-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        port = try Self.freePort()
        process.executableURL = URL(filePath: Person.program)
        process.arguments =
            [
                "serve", "--listen", "127.0.0.1:0", "--store", "memory", "--ssh",
                "127.0.0.1:\(port)", "--host-key", folder.appending(path: "key").path,
            ] + arguments
        process.standardOutput = output
        process.standardError = output
        try process.run()
        address = try waits(for: "serving at ")
        fingerprint = try waits(for: "the door's key is ")
        _ = try waits(for: "guests come in at ")
    }

    deinit {
        if process.isRunning { kill(process.processIdentifier, SIGTERM) }
        process.waitUntilExit()
        try? FileManager.default.removeItem(at: folder)
    }

    /// Waits for a line, and returns the word that follows the words.
    @discardableResult
    func waits(for words: String) throws -> String {
        while true {
            let lines = said.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
            if let line = lines.first(where: { $0.contains(words) }),
                let range = line.range(of: words)
            {
                return String(line[range.upperBound...].prefix { $0 != " " })
            }
            let bytes = output.fileHandleForReading.availableData
            guard !bytes.isEmpty else { throw Silence() }
            said += String(decoding: bytes, as: UTF8.self)
        }
    }

    /// The process of the door.
    var door: pid_t {
        get throws {
            let id = process.processIdentifier
            let list = "/proc/\(id)/task/\(id)/children"
            let text = try String(contentsOfFile: list, encoding: .utf8)
            return try #require(text.split(separator: " ").first.flatMap { pid_t($0) })
        }
    }

    /// Tells the server to end, and says with which status it did, and after how long.
    func stop() -> (status: Int32, after: Duration) {
        let start = ContinuousClock.now
        kill(process.processIdentifier, SIGTERM)
        process.waitUntilExit()
        return (process.terminationStatus, ContinuousClock.now - start)
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

    /// Runs a command without a terminal to its end.
    static func run(
        _ program: String, _ arguments: [String]
    ) throws -> (text: String, status: Int32) {
        let (process, output) = (Process(), Pipe())
        process.executableURL = URL(filePath: program)
        process.arguments = arguments
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

    /// Chooses a square and places there.
    func places(in square: Int) {
        sees("YOUR MOVE")
        press("\(square)", "enter")
    }
}
