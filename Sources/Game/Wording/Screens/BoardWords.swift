internal import Game
package import SimperiumClock

/// The texts beside a board.
package enum BoardWords {
    package static let draws = "draws"
    package static let toMove = "to move"
    package static let watching = "WATCHING"
    package static let alsoPlayed = "OTHER MATCHES"
    package static let keys = "KEYS"
    package static let waitingForMatch = "Waiting for the next match."

    package static func round(_ number: Int) -> String { "ROUND \(number)" }

    package static func move(_ number: Int) -> String { "move \(number)" }

    package static func headline(ofMoveBy name: String) -> String { "\(name) \(toMove)" }

    /// The time that the player to move has been thinking.
    package static func clock(_ duration: Duration) -> String { "thinking \(duration.age)" }

    /// The duration of a finished round.
    package static func took(_ duration: Duration) -> String { duration.age }

    package static func score(_ line: String, circle: String, cross: String) -> String {
        "\(Piece.circle.letter) \(circle) \(line) \(cross) \(Piece.cross.letter)"
    }

    /// The spectators' names, and the number of unnamed spectators.
    package static func audience(_ names: [String], guests: Int) -> String {
        let names = names.joined(separator: ", ")
        guard guests > 0 else { return names }
        return names.isEmpty ? Count.guests(guests) : "\(names) + \(Count.guests(guests))"
    }
}

/// The remark behind a player's name, and the choices while the opponent is away.
extension BoardWords {
    package static let offersDraw = "offers draw"

    package static let claim = "Claim the round"
    package static let endUndecided = "End without a result"
    package static let waitOn = "or wait"
}

/// The choices after a round.
extension BoardWords {
    package static let nextRound = "Next round"
    package static let addFriend = "Add as a friend"
    package static let rematch = "Rematch"
    package static let seeAgain = "Replay"
    package static let nextOpponent = "Next opponent"
    package static let lobby = "Lobby"
    package static let menu = "Menu"

    package static let waitingForThem = "offer sent"
    package static let theyWantOne = "opponent is ready"
    package static let declined = "declined"

    /// A countdown, as a bar with one cell per three seconds.
    package static func comes(in due: Instant, from now: Instant) -> String {
        let left = max(0, (due - now).secondsRoundedUp)
        let cells = min(10, (left + 2) / 3)
        let bar = String(repeating: "▒", count: cells) + String(repeating: "·", count: 10 - cells)
        return "\(bar) \(due.countdown(from: now))"
    }
}

/// The line above the keys, while there is no news.
extension BoardWords {
    package static let chooseSquare = "Choose a square: arrows or 1-9."
    /// The hint where a number key places a piece at once.
    package static func placesAtOnce(_ piece: String) -> String {
        "Number keys place your \(piece) right away."
    }

    package static let unsent = "Your move is saved. It will be sent when the server is back."
    package static let leadsToList = "Esc: back to the list."

    package static func wantsRematch(_ name: String) -> String { "\(name) wants a rematch." }

    package static func thinking(_ name: String) -> String { "\(name) is thinking." }

    /// The reason for a player's absence and the time they have left, in short.
    package static func away(_ name: String, _ absence: Absence, at now: Instant) -> String {
        "\(name) \(absence.words): \(absence.until.countdown(from: now))"
    }

    /// The reason, the time left, and the time until the round can be claimed.
    package static func away(
        _ name: String, _ absence: Absence, claimDue due: Instant?, at now: Instant
    ) -> String {
        let time = "\(away(name, absence, at: now)) to return"
        guard let due, due > now else { return "\(time)." }
        return "\(time). You can claim the round in \(due.countdown(from: now))."
    }
}
