package import Lobby

/// The commands and keys that a friend uses to join the player who invited them.
///
/// A line has about 30 columns.
package enum InvitingWords {
    package static let heading = "INVITE A FRIEND"

    /// The time that the player has been looking for a match in an empty lobby.
    package static func alone(_ age: String) -> String { "\(age), lobby empty" }

    /// The ways into a lobby that is reached over the network. `host` has no port.
    package static func ways(
        with code: InvitationCode, to server: String, on host: String
    ) -> [String] {
        joinInTwo(code, at: server) + [
            "over ssh, if it's enabled:", "ssh -p 2222 \(code)@\(host)", presses(code),
        ]
    }

    /// The ways into a lobby that the player reached by ssh.
    package static func waysByDoor(with code: InvitationCode) -> [String] {
        [
            "Friends use your ssh command,", "with \(code)@ before the host,", presses(code),
        ]
    }

    /// The ways into a lobby that only this machine reaches. `server` is nil for the usual address.
    package static func waysHere(with code: InvitationCode, to server: String?) -> [String] {
        let join = server.map { joinInTwo(code, at: $0) } ?? ["tictactoe join \(code)"]
        return join + [presses(code)] + onlyHere
    }

    /// The ways into a networked lobby while there is no code.
    package static func waysWithoutCode(to server: String, key: String) -> [String] {
        ["tictactoe --server \(server)", "or press \(key) for an invite code."]
    }

    package static func waysHereWithoutCode(key: String) -> [String] {
        ["Run tictactoe in another", "window, or press \(key) for a code."] + onlyHere
    }

    package static func waysByDoorWithoutCode(key: String) -> [String] {
        ["Friends use your ssh command.", "Press \(key) for an invite code."]
    }

    /// The command that is copied to the clipboard.
    package static func copied(with code: InvitationCode, to server: String?) -> String {
        server.map { join(code, at: $0) } ?? "tictactoe join \(code)"
    }

    package static func sent(_ text: String) -> String { "Sent to the clipboard: \(text)" }

    package static func noCode(key: String) -> String {
        "You have no invite code yet. Press \(key) to get one."
    }

    private static let onlyHere = [
        "Only local players can join.", "To host others: quit all games,",
        "then run “tictactoe serve”.",
    ]

    private static func join(_ code: InvitationCode, at server: String) -> String {
        "tictactoe join \(code) --server \(server)"
    }

    /// The command in two lines.
    private static func joinInTwo(_ code: InvitationCode, at server: String) -> [String] {
        ["tictactoe join \(code) \\", "  --server \(server)"]
    }

    private static func presses(_ code: InvitationCode) -> String {
        "or press c and enter \(code)"
    }
}
