import TestSupport
import Testing

/// OpenSSH's own server with the sample's configuration, on a machine with an account for it.
///
/// The user who runs the tests may not have such an account. In a namespace of its own the server
/// finds other account files, and runs under the number of the account that all guests use.
final class Daemon {
    /// True if this machine allows users to have namespaces.
    static let mayStart: Bool = {
        let end = try? PipedProgram.run(
            "/usr/bin/unshare", ["--user", "--map-root-user", "--mount", "/bin/true"])
        return end?.status == 0
    }()
    /// `make test-deps` unpacks OpenSSH's server. An installed one would listen on this machine
    /// from then on.
    private static let program =
        ThisBuild.repository + "/.build/unpacked/openssh-server/usr/sbin/sshd"

    /// The home of the guests' programs, and of the server that the first of them starts.
    private let machine: Machine
    private let port: UInt16
    private let daemon: PipedProgram

    init() throws {
        machine = try Machine()
        port = try freePort()
        let home = machine.home
        try machine.configure("port = \(machine.port)\nidle-exit = 20\n")
        try TerminalHouse.makeKey("ed25519", at: home + "/key")
        let sample = try Files.text(assetPath("ssh/sshd_config.sample"))
        let files = [
            "sshd_config": sample.replacing("/usr/local/bin/tictactoe", with: PipedProgram.ours),
            "passwd": "play:x:1000:1000::\(home):/bin/sh\n", "shadow": "play::::::::\n",
            "group": "play:x:1000:\n",
        ]
        for (name, text) in files { try machine.write(text, to: name) }
        daemon = try PipedProgram(
            "/usr/bin/unshare",
            [
                "--user", "--map-root-user", "--mount", "/bin/sh", "-ec", Self.script, Self.program,
                "-D", "-e", "-f", home + "/sshd_config", "-p", "\(port)",
            ]
                + ["ListenAddress=127.0.0.1", "HostKey=\(home)/key", "PidFile=none"]
                .flatMap { ["-o", $0] },
            environment: ["HOME": home, "PATH": "/usr/bin:/bin"])
        try #require(daemon.line { $0.contains("Server listening") } != nil)
    }

    /// The script replaces itself by the server.
    private static let script = """
        for name in passwd shadow group; do mount --bind "$HOME/$name" "/etc/$name"; done
        exec unshare --user --map-user=1000 --map-group=1000 "$0" "$@"
        """

    /// Returns the words for `ssh` that connect a guest.
    func words(_ words: [String], as user: String = "play") -> [String] {
        TerminalHouse.options(user, at: port, known: machine.home + "/known")
            + ["-o", "SendEnv=LC_ALL", "-o", "BatchMode=yes", "127.0.0.1"] + words
    }
}

extension TerminalPerson {
    /// A guest who comes by ssh to OpenSSH's own server.
    convenience init(visiting daemon: Daemon, _ words: String...) throws {
        try self.init(
            ["-tt"] + daemon.words(words), program: "/usr/bin/ssh")
    }
}
