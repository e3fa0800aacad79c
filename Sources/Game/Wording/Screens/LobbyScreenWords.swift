/// What the lobby and the list of matches say, beside what one does at present.
package enum LobbyScreenWords {
    package static let menu = "PLAY"
    package static let people = "PEOPLE"
    package static let matches = "MATCHES"

    package static let nobodySeen = "No news of the lobby yet."
    package static let noPeople = "Nobody yet. Tell a friend!"
    package static let noMatches = "Nobody plays yet."
    package static let noMatchesNow = "Nobody plays at the moment."
    package static let matchesToCome = "A match shows up here as it begins."

    /// At the end of somebody's row who came by it.
    /// Behind two bots who play for somebody who is alone.
    package static let demo = "demo"
    package static let takesOver = "Enter takes over from the weaker bot."

    package static let ssh = "ssh"
    package static let over = "over"

    /// At the end of the row of a match that is played in another hall.
    package static func hall(_ number: String) -> String { "hall \(number)" }

    /// How many rows of a list there are above and below those that are shown.
    package static func more(above: Int, below: Int) -> String {
        let both = [above > 0 ? "↑ \(above)" : "", below > 0 ? "↓ \(below)" : ""]
            .filter { !$0.isEmpty }.joined(separator: "  ")
        return both.isEmpty ? "" : both + " more"
    }
}

/// The line above the keys, while nothing happens.
extension LobbyScreenWords {
    package static let nobodyToChoose = "Nobody else is here yet; Esc goes to the menu."
    package static let noMatchToChoose = "Nobody is playing yet; Esc goes to the menu."
    package static let watchesMatch = "Enter watches this match."
    package static let watchesTheirMatch = "Enter watches their match."
    package static let leadsToLobby = "Esc: back to the lobby."
    package static let thisIsYou = "This is you: Enter changes your name."

    package static func asks(_ name: String) -> String { "Enter asks \(name) for a match." }
    package static func isAsked(_ name: String) -> String { "\(name) is asked to play." }
    /// Beside who is asked.
    package static let asked = "asked"
}
