internal import Game

/// The texts about offers of draws and rematches. Arguments are the names of keys.
package enum Offers {
    package static func draw(by opponent: String, agree: String, decline: String) -> String {
        "\(opponent) offers a draw: \(agree) accepts, \(decline) declines."
    }

    package static func draw(agree: String, decline: String) -> String {
        "Draw? \(agree) accepts, \(decline) declines."
    }

    package static func ownDraw(decline: String) -> String {
        "You offered a draw. \(decline) or a move withdraws it."
    }

    package static func ownDrawAlready(decline: String) -> String {
        MoveRefusal.alreadyOffered.sentence + " \(decline) withdraws it."
    }

    package static func rematch(by opponent: String, accept: String, decline: String) -> String {
        "\(opponent) wants a rematch: \(accept) accepts, \(decline) declines."
    }

    package static func rematch(accept: String, decline: String) -> String {
        "Rematch? \(accept) accepts, \(decline) declines."
    }

    package static func ownRematch(with opponent: String, decline: String) -> String {
        "You offered a rematch. Waiting for \(opponent). \(decline) withdraws the offer."
    }

    package static func anotherRound(with opponent: String) -> String {
        "Another round with \(opponent)?"
    }
}
