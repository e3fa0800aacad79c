internal import Commands
package import Lobby

/// The commands and keys that a friend uses to join a player. A line has about 30 columns.
package enum JoinInstructionWords {
    static let heading = "INVITE A FRIEND"

    static func searchTimeInEmptyLobby(_ age: String) -> String { "\(age), lobby empty" }

    /// Returns the instructions to join a lobby on the network. `host` has no port.
    static func joinInstructions(
        with code: JoinCodeWithHall, to server: String, on host: String
    ) -> [String] {
        joinCommandLines(code, at: server) + [
            "over ssh, if it's enabled:", "ssh -p 2222 \(code)@\(host)", joinKeyWithCode(code),
        ]
    }

    /// Returns the URL for an ssh command of the form `ssh -p PORT USER@HOST`; nil for any other
    /// text.
    static func sshURL(ofCommand command: String) -> String? {
        let words = command.split(separator: " ")
        guard words.count == 4, words[0] == "ssh", words[1] == "-p",
            let at = words[3].firstIndex(of: "@")
        else { return nil }
        let (user, host) = (words[3][..<at], words[3][at...].dropFirst())
        let isIPv6 = host.contains { $0 == ":" }
        return isIPv6
            ? "ssh://\(user)@[\(host)]:\(words[2])" : "ssh://\(user)@\(host):\(words[2])"
    }

    static func sshGuestInstructions(with code: JoinCodeWithHall) -> [String] {
        [
            "Friends use your ssh command,", "with \(code)@ before the host,",
            joinKeyWithCode(code),
        ]
    }

    /// Returns the instructions to join a lobby that only this machine can reach. `server` is nil
    /// for the default address.
    package static func localInstructions(with code: JoinCodeWithHall, to server: String?)
        -> [String]
    {
        let join = server.map { joinCommandLines(code, at: $0) } ?? ["tictactoe join \(code)"]
        return join + [joinKeyWithCode(code)] + onlyHere(at: server)
    }

    static func instructionsWithoutCode(to server: String, key: String) -> [String] {
        ["tictactoe --server \(server)", "or press \(key) for an invite code."]
    }

    /// Returns the instructions to join a lobby that only this machine can reach, while there is no
    /// invite code. `server` is nil for the default address.
    package static func localInstructionsWithoutCode(at server: String?, key: String) -> [String] {
        let run =
            server.map { ["tictactoe \\", "  --server \($0)", "or press \(key) for a code."] }
            ?? ["Run tictactoe in another", "window, or press \(key) for a code."]
        return run + onlyHere(at: server)
    }

    static func sshGuestInstructionsWithoutCode(key: String) -> [String] {
        ["Friends use your ssh command.", "Press \(key) for an invite code."]
    }

    static func commandToCopy(with code: JoinCodeWithHall, to server: String?) -> String {
        server.map { joinCommand(code, at: $0) } ?? "tictactoe join \(code)"
    }

    static func copiedToClipboard(_ text: String) -> String { "Sent to the clipboard: \(text)" }

    static func noCode(key: String) -> String {
        "You have no invite code yet. Press \(key) to get one."
    }

    /// The background server of the games runs on for two minutes without clients, and keeps its
    /// data file locked. So these lines include the command that stops that server, with its port
    /// unless that is the default one.
    private static func onlyHere(at server: String?) -> [String] {
        var stop = ["run tictactoe serve --stop,"]
        if let port = server.flatMap({ $0.split(separator: ":").last }).flatMap({ UInt16($0) }),
            port != ListenEndpoint.localDefault.port
        {
            stop = ["run tictactoe serve --stop \\", "  --port \(port),"]
        }
        return ["Only this machine can join.", "To host others, quit all games,"] + stop
            + ["then tictactoe serve."]
    }

    private static func joinCommand(_ code: JoinCodeWithHall, at server: String) -> String {
        "tictactoe join \(code) --server \(server)"
    }

    private static func joinCommandLines(_ code: JoinCodeWithHall, at server: String) -> [String] {
        ["tictactoe join \(code) \\", "  --server \(server)"]
    }

    private static func joinKeyWithCode(_ code: JoinCodeWithHall) -> String {
        "or press J and enter \(code)"
    }
}
