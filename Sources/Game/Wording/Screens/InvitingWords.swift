package import Lobby

/// How somebody who has a code comes to whoever made it: all that they have to type.
package enum InvitingWords {
    package static let heading = "INVITE A FRIEND"

    /// How long one has been looking where nobody is to be found.
    package static func alone(_ age: String) -> String { "\(age), nobody yet" }

    /// In a lobby to which one came over the network, by that name; `host` without a port.
    package static func ways(
        with code: InvitationCode, to server: String, on host: String
    ) -> [String] {
        joinInTwo(code, at: server) + [
            "by ssh, if that host allows it:", "ssh -p 2222 \(code)@\(host)", presses(code),
        ]
    }

    /// In a lobby to which one came by ssh.
    package static func waysByDoor(with code: InvitationCode) -> [String] {
        [
            "your own ssh line, but with", "\(code)@ before the host;", presses(code),
        ]
    }

    /// In a lobby that only this machine reaches, under an address if that is not the usual one.
    package static func waysHere(with code: InvitationCode, to server: String?) -> [String] {
        let join = server.map { joinInTwo(code, at: $0) } ?? ["tictactoe join \(code)"]
        return join + [presses(code)] + onlyHere
    }

    /// What a friend types where no code was made yet.
    package static func waysWithoutCode(to server: String, key: String) -> [String] {
        ["tictactoe --server \(server)", "finds you; \(key) makes a code."]
    }

    package static func waysHereWithoutCode(key: String) -> [String] {
        ["tictactoe in another terminal;", "\(key) makes a code."] + onlyHere
    }

    package static func waysByDoorWithoutCode(key: String) -> [String] {
        ["your own ssh line finds you;", "\(key) makes a code."]
    }

    /// What is put on the clipboard: all of it, but where the guest's own ssh knows the way.
    package static func copied(with code: InvitationCode, to server: String?) -> String {
        server.map { join(code, at: $0) } ?? "tictactoe join \(code)"
    }

    package static func sent(_ text: String) -> String { "Sent to the clipboard: \(text)" }

    package static func noCode(key: String) -> String {
        "There is no code yet: \(key) makes one."
    }

    private static let onlyHere = [
        "Only this machine gets in here:", "to let others in, all quit, and",
        "“tictactoe serve” comes first.",
    ]

    private static func join(_ code: InvitationCode, at server: String) -> String {
        "tictactoe join \(code) --server \(server)"
    }

    /// The same in two lines.
    private static func joinInTwo(_ code: InvitationCode, at server: String) -> [String] {
        ["tictactoe join \(code) \\", "  --server \(server)"]
    }

    private static func presses(_ code: InvitationCode) -> String {
        "or c in the lobby, and \(code)"
    }
}
