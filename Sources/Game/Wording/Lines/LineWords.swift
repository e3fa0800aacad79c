package import Game
package import Lobby
package import SimperiumSync

/// What the game in lines says, beside notices.
package enum LineWords {
    package static let greeting = "This is tictactoe in lines; help tells the words."
    /// At the first start, with what would be taken.
    package static func asksName(_ suggestion: String?) -> String {
        suggestion.map { "What are you called? An empty line takes \($0)." }
            ?? "What are you called? An empty line leaves you a guest."
    }

    package static let yourMove = "Your move."

    package static let asksToResign = "Resign this round? yes or no."
    package static let tryingNow = "Trying to reach the server."
    package static let isConnected = "You are connected already."
    package static let nothingToResign = "There is no round to resign."
    package static let offersDraw = "You offer a draw."
    package static let nothingAsked = "There is nothing to answer."

    /// Behind what was done while there is no line.
    package static let unsent = " It goes out as soon as the server is back."

    /// Before something is done that costs a round.
    package static func asksToLeave(_ consequence: String) -> String {
        "\(consequence) Leave all the same? yes or no."
    }
    package static let undisturbed = "Nobody asks you to play now; wait takes that back."
    package static let noInvitation = "Nobody asks you to play."

    package static let looking = "Looking for an opponent."
    package static let openToChallenges = "Others can ask you now."
    package static let nobodyPlays = "Nobody plays."
    package static let whom = "Whom? The word who tells who is here."
    package static let noLobbyHere = "There is no lobby at this table; help tells the words."

    package static func asksToGoBack(to opponent: String) -> String {
        "\(SeatWords.waits(for: opponent)) Go back? yes or no."
    }

    package static func asksToGoOn(with opponent: String, on device: String) -> String {
        "\(SeatWords.elsewhere(opponent, on: device)) Go on here? yes or no."
    }

    package static func asksToGoOn(against bot: Bot) -> String {
        "Your match against the \(bot.words) bot still waits. Go on with it? yes or no."
    }

    package static func offline(because failure: ConnectionFailure) -> String {
        "Offline: \(failure.advice). Trying again."
    }

    package static func inSync(_ census: Census) -> String { "In sync. \(census.sentence)" }

    package static func waiting(for name: String) -> String {
        LobbyWords.waiting(for: name) + "."
    }

    /// Whoever is waited for is here, and does something else.
    package static func waiting(for name: String, who doing: String) -> String {
        LobbyWords.waiting(for: name) + " (\(doing))."
    }

    package static func code(_ code: InvitationCode) -> String {
        "Your code is \(code); your friend says: tictactoe join \(code)"
    }

    package static func match(of circle: String, and cross: String, round: Int?) -> String {
        "\(circle) plays \(cross)" + (round.map { ", round \($0)" } ?? "")
    }

    package static func match(of circle: String, and cross: String, hall: String) -> String {
        "\(circle) plays \(cross), in hall \(hall)"
    }

    package static func moreMatches(_ count: Int) -> String {
        count == 1 ? "And one more match." : "And \(count) more matches."
    }
}

/// Moves and rounds.
extension LineWords {
    static func placed(_ piece: String, in square: String, by name: String) -> String {
        "\(name) placed \(piece) in \(square)"
    }

    static func score(_ line: String) -> String { "Score: \(line)." }
}
