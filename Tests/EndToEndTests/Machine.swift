import Foundation
import Glibc
import Testing

/// A machine of one's own, as far as the program can tell: a home, and a port for the server that
/// whoever comes first starts. The server ends with it.
final class Machine {
    let home: String
    let port: Int

    init() throws {
        port = try freePort()
        home = FileManager.default.temporaryDirectory.path + "/tictactoe-\(getpid())-\(port)"
        try FileManager.default.createDirectory(atPath: home, withIntermediateDirectories: true)
    }

    deinit {
        _ = try? PipedProgram.run(PipedProgram.ours, ["serve", "--stop", "--listen", address])
        try? FileManager.default.removeItem(atPath: home)
    }

    var address: String { "127.0.0.1:\(port)" }
    var environment: [String: String] {
        [
            "HOME": home, "TICTACTOE_PORT": "\(port)", "TICTACTOE_IDLE_EXIT": "20",
            "LC_ALL": "C.UTF-8", "PATH": "/usr/bin:/bin", "TERM": "xterm",
        ]
    }

    /// What servers in the background have written.
    var log: String {
        let path = home + "/.local/state/tictactoe/server.log"
        return (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
    }

    /// The server in the background; nil if there is none.
    var serverProcess: Int32? {
        let status = try? Talker(["serve", "--status", "--listen", address], on: self)
        status?.hearsTheEnd()
        guard let words = status?.heard.split(whereSeparator: { " ,\n".contains($0) }),
            let place = words.firstIndex(of: "process"), place + 1 < words.endIndex
        else { return nil }
        return Int32(words[place + 1])
    }

    func configure(_ text: String) throws {
        let folder = ".config/tictactoe"
        try FileManager.default.createDirectory(
            atPath: home + "/" + folder, withIntermediateDirectories: true)
        try write(text, to: folder + "/config")
    }

    /// Makes a file, which is named as its home sees it.
    func write(_ text: String, to name: String) throws {
        try text.write(toFile: home + "/" + name, atomically: true, encoding: .utf8)
    }
}
