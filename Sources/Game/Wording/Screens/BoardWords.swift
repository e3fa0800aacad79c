internal import Game
package import SimperiumClock

/// What is said beside a board.
package enum BoardWords {
    package static let draws = "draws"
    package static let toMove = "to move"
    package static let watching = "WATCHING"
    package static let alsoPlayed = "ALSO PLAYED"
    package static let keys = "KEYS"
    package static let waitingForMatch = "Waiting for the next match."

    package static func round(_ number: Int) -> String { "ROUND \(number)" }

    package static func move(_ number: Int) -> String { "move \(number)" }

    package static func headline(ofMoveBy name: String) -> String { "\(name) \(toMove)" }

    /// For how long somebody has been thinking.
    package static func clock(_ duration: Duration) -> String { "thinking \(duration.age)" }

    /// How long a round took.
    package static func took(_ duration: Duration) -> String { duration.age }

    package static func score(_ line: String, circle: String, cross: String) -> String {
        "\(Piece.circle.letter) \(circle) \(line) \(cross) \(Piece.cross.letter)"
    }

    /// Who watches, and how many others there are who have no name.
    package static func audience(_ names: [String], guests: Int) -> String {
        let names = names.joined(separator: ", ")
        guard guests > 0 else { return names }
        return names.isEmpty ? Count.guests(guests) : "\(names) + \(Count.guests(guests))"
    }
}

/// Behind the name of a side.
extension BoardWords {
    package static let offersDraw = "offers draw"

    package static let claim = "Take the round"
    package static let endUndecided = "End, no result"
    package static let waitOn = "or wait on"
}

/// What can be done when a round is over.
extension BoardWords {
    package static let nextRound = "Next round"
    package static let addFriend = "Add as a friend"
    package static let rematch = "Rematch"
    package static let seeAgain = "See it again"
    package static let nextOpponent = "Next opponent"
    package static let lobby = "Lobby"
    package static let menu = "Menu"

    package static let waitingForThem = "waiting for them"
    package static let theyWantOne = "they want one"
    package static let declined = "declined"

    /// As a bar that gets shorter, of a cell for each three seconds.
    package static func comes(in due: Instant, from now: Instant) -> String {
        let left = max(0, (due - now).secondsRoundedUp)
        let cells = min(10, (left + 2) / 3)
        let bar = String(repeating: "▒", count: cells) + String(repeating: "·", count: 10 - cells)
        return "\(bar) \(due.countdown(from: now))"
    }
}

/// The line above the keys, while nothing happens.
extension BoardWords {
    package static let chooseSquare = "Choose a square: arrows or 1-9."
    /// The same where a number places at once.
    package static func placesAtOnce(_ piece: String) -> String {
        "A number places your \(piece) at once."
    }

    package static let unsent = "Placed; it will be sent when the server is back."
    package static let leadsToList = "Esc: back to the list."

    package static func wantsRematch(_ name: String) -> String { "\(name) wants a rematch." }

    package static func thinking(_ name: String) -> String { "\(name) is thinking." }

    /// Why somebody is away and how long they have, where there is little room.
    package static func away(_ name: String, _ absence: Absence, at now: Instant) -> String {
        "\(name) \(absence.words): \(absence.until.countdown(from: now))"
    }

    /// The same, and when the round can be ended without them, if that is still to come.
    package static func away(
        _ name: String, _ absence: Absence, claimDue due: Instant?, at now: Instant
    ) -> String {
        let time = "\(away(name, absence, at: now)) to return"
        guard let due, due > now else { return "\(time)." }
        return "\(time); in \(due.countdown(from: now)) you may end the round."
    }
}
