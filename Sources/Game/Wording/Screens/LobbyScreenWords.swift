/// The texts of the lobby and of the list of matches, without `StandingWords`.
package enum LobbyScreenWords {
    package static let menu = "PLAY"
    package static let people = "PLAYERS"
    package static let matches = "MATCHES"

    package static let nobodySeen = "Not connected yet."
    package static let noPeople = "No players yet. Tell a friend!"
    package static let noMatches = "No matches yet."
    package static let noMatchesNow = "There are no matches right now."
    package static let matchesToCome = "Matches appear here when they start."

    /// The remark on two bots that play while the player is alone in the lobby.
    package static let demo = "demo"
    package static let takesOver = "Enter takes over from the weaker bot."

    /// The end of an ssh guest's row.
    package static let ssh = "ssh"
    package static let over = "over"

    /// The end of the row of a match in another hall.
    package static func hall(_ number: String) -> String { "hall \(number)" }

    /// The number of rows above and below the visible part of a list.
    package static func more(above: Int, below: Int) -> String {
        let both = [above > 0 ? "↑ \(above)" : "", below > 0 ? "↓ \(below)" : ""]
            .filter { !$0.isEmpty }.joined(separator: "  ")
        return both.isEmpty ? "" : both + " more"
    }
}

/// The line above the keys, while there is no news.
extension LobbyScreenWords {
    package static let nobodyToChoose = "No other players yet. Esc goes back to the menu."
    package static let noMatchToChoose = "No matches yet. Esc goes back to the menu."
    package static let watchesMatch = "Enter watches this match."
    package static let watchesTheirMatch = "Enter watches their match."
    package static let leadsToLobby = "Esc: back to the lobby."
    package static let thisIsYou = "This is you. Enter changes your name."

    package static func asks(_ name: String) -> String { "Enter invites \(name) to play." }
    package static func isAsked(_ name: String) -> String { "You invited \(name) to play." }
    /// The remark on the invited player.
    package static let asked = "invited"
}
