package import Game
package import Lobby
package import SimperiumSync

/// Texts of the plain text mode, besides notices.
package enum LineWords {
    package static let greeting =
        "This is tictactoe in plain text. Type help for a list of commands."
    /// The question at the first start, with the suggested name.
    package static func asksName(_ suggestion: String?) -> String {
        suggestion.map { "Type your name, or press Enter for \($0)." }
            ?? "Type your name, or press Enter to play as a guest."
    }

    package static let yourMove = "Your move."

    package static let asksToResign = "Resign this round? yes or no."
    package static let tryingNow = "Connecting to the server."
    package static let isConnected = "You are already connected."
    package static let nothingToResign = "There is no round to resign."
    package static let offersDraw = "You offered a draw."
    package static let nothingAsked = "There is nothing to answer."

    /// The remark after a move without a connection.
    package static let unsent = " The move will be sent when the server is back."

    /// The question before an action that costs a round.
    package static func asksToLeave(_ consequence: String) -> String {
        "\(consequence) Leave? yes or no."
    }
    package static let undisturbed = "Invitations are off. Type wait to allow them again."
    package static let noInvitation = "You have no invitations."

    package static let looking = "Looking for a match."
    package static let openToChallenges = "Players can invite you now."
    package static let nobodyPlays = "No matches at the moment."
    package static let whom = "Which player? Type who for a list."
    package static let noLobbyHere = "There is no lobby here. Type help for a list of commands."

    package static func asksToGoBack(to opponent: String) -> String {
        "\(SeatWords.waits(for: opponent)) Go back? yes or no."
    }

    package static func asksToGoOn(with opponent: String, on device: String) -> String {
        "\(SeatWords.elsewhere(opponent, on: device)) Continue here? yes or no."
    }

    package static func asksToGoOn(against bot: Bot) -> String {
        "Your match against the \(bot.words) bot is still waiting. Continue it? yes or no."
    }

    package static func offline(because failure: ConnectionFailure) -> String {
        "Offline: \(failure.advice). Trying again."
    }

    package static func inSync(_ census: Census) -> String { "In sync. \(census.sentence)" }

    package static func waiting(for name: String) -> String {
        LobbyWords.waiting(for: name) + "."
    }

    /// The text for an awaited player who is here, but not free.
    package static func waiting(for name: String, who doing: String) -> String {
        LobbyWords.waiting(for: name) + " (\(doing))."
    }

    package static func code(_ code: InvitationCode) -> String {
        "Your code: \(code). Your friend can join with: tictactoe join \(code)"
    }

    package static func match(of circle: String, and cross: String, round: Int?) -> String {
        "\(circle) is playing \(cross)" + (round.map { ", round \($0)" } ?? "")
    }

    package static func match(of circle: String, and cross: String, hall: String) -> String {
        "\(circle) is playing \(cross), in hall \(hall)"
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
