internal import Game

/// What is said of draws and rematches that somebody offers. Keys go by their names.
package enum Offers {
    package static func draw(by opponent: String, agree: String, decline: String) -> String {
        "\(opponent) offers a draw: \(agree) agrees, \(decline) declines."
    }

    package static func draw(agree: String, decline: String) -> String {
        "A draw? \(agree) agrees, \(decline) declines."
    }

    package static func ownDraw(decline: String) -> String {
        "You offer a draw; a move takes it back, so does \(decline)."
    }

    package static func ownDrawAlready(decline: String) -> String {
        MoveRefusal.alreadyOffered.sentence + " \(decline) takes it back."
    }

    package static func rematch(by opponent: String, accept: String, decline: String) -> String {
        "\(opponent) wants a rematch: \(accept) accepts, \(decline) declines."
    }

    package static func rematch(accept: String, decline: String) -> String {
        "A rematch? \(accept) accepts, \(decline) declines."
    }

    package static func ownRematch(with opponent: String, decline: String) -> String {
        "You want a rematch; waiting for \(opponent). \(decline) takes it back."
    }

    package static func anotherRound(with opponent: String) -> String {
        "Another round with \(opponent)?"
    }
}
