package import Records

/// Friends and those who are blocked, on the screen and in lines.
package enum FriendWords {
    package static let heading = "FRIENDS"
    package static let nameless = "unknown"
    package static let friend = "friend"
    /// What the columns of the list are.
    package static let name = "name"
    package static let doing = "doing"
    package static let noRounds = "You have not played each other yet."
    package static let blockedRemark = "blocked"
    package static let notHereRemark = "not here"
    /// With how long ago they were last seen.
    package static func away(_ span: String) -> String { "away \(span)" }
    package static func came(_ name: String) -> String { "\(name) is here, a friend of yours." }
    package static let noneInLines = "No friends yet."
    package static let none = "No friends yet: + adds one by name."

    package static let choose = "Choose somebody in the list of people first: Tab leads there."

    package static func added(_ name: String) -> String { "\(name) is a friend of yours now." }
    package static func removed(_ name: String) -> String { "\(name) is off your list." }

    package static func blocked(_ name: String, _ isBlocked: Bool) -> String {
        isBlocked
            ? "\(name) is blocked: you don't hear of them." : "\(name) is not blocked any more."
    }

    package static func isBlocked(_ name: String) -> String {
        "\(name) is blocked: ! takes that back."
    }

    package static func notHere(_ name: String) -> String { "\(name) is not here." }
    package static func playsNot(_ name: String) -> String { "\(name) is in no match." }

    package static func isGuest(_ name: String) -> String {
        "\(name) is a guest: only who has an account can be found again."
    }

    package static func needsAccount(key: String) -> String {
        "Sign in first: \(key) in the lobby leads to your account."
    }

    package static func asks(_ name: String) -> String { "Enter asks \(name) for a match." }
    package static func watches(_ name: String) -> String { "w watches \(name)." }
}

extension Balance {
    /// Wins, losses, and draws if there are any: `12–9–4`.
    package var figures: String { "\(won)–\(lost)" + (drawn == 0 ? "" : "–\(drawn)") }

    /// How somebody got on with whom: `you–okafor 12–9–4`.
    package func line(against name: String) -> String { "you–\(name) \(figures)" }
}
