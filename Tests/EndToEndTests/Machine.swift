import TestSupport
import Testing

/// A separate machine, as far as the program can see: a home, and a port for the server that the
/// first program starts. The server ends with this value.
final class Machine {
    let port: UInt16
    private let folder: TemporaryFolder

    init() throws {
        port = try freePort()
        folder = try TemporaryFolder()
    }

    deinit {
        _ = try? PipedProgram.run(PipedProgram.ours, ["serve", "--stop", "--listen", address])
    }

    var home: String { folder.place }
    var address: String { "127.0.0.1:\(port)" }
    var environment: [String: String] {
        [
            "HOME": home, "TICTACTOE_PORT": "\(port)", "TICTACTOE_IDLE_EXIT": "20",
            "LC_ALL": "C.UTF-8", "PATH": "/usr/bin:/bin", "TERM": "xterm",
        ]
    }

    /// The output of servers in the background.
    var log: String {
        let path = home + "/.local/state/tictactoe/server.log"
        return (try? Files.text(path)) ?? ""
    }

    /// The process of the server in the background; nil if there is none.
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
        try Files.makeFolder(home + "/" + folder)
        try write(text, to: folder + "/config")
    }

    /// Writes a file below the home.
    func write(_ text: String, to name: String) throws {
        try Files.write(text, to: home + "/" + name)
    }
}
