package import Lobby

/// How somebody who has a code comes to whoever made it: all that they have to type.
package enum InvitingWords {
    package static let heading = "HOW YOUR FRIEND COMES"

    /// In a lobby to which one came over the network, by that name.
    package static func ways(with code: InvitationCode, to server: String) -> [String] {
        ["tictactoe join \(code) \\", "  --server \(server)", presses(code)]
    }

    /// In a lobby to which one came by ssh.
    package static func waysByDoor(with code: InvitationCode) -> [String] {
        ["ssh \(code)@…, to where you came", presses(code)]
    }

    /// In a lobby that only this machine reaches.
    package static func waysHere(with code: InvitationCode) -> [String] {
        [
            "tictactoe join \(code)", presses(code), "From elsewhere nobody comes here:",
            "“tictactoe serve” lets them in.",
        ]
    }

    private static func presses(_ code: InvitationCode) -> String {
        "or c in the lobby, and \(code)"
    }
}
