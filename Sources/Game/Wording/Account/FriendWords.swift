package import Drawing
package import Game
package import Records

/// Texts about friends and blocked players, on the screen and in plain text.
package enum FriendWords {
    package static var unknownName: String { "unknown" }
    package static var friend: String { "friend" }
    package static var blockedRemark: String { "blocked" }
    package static var notHereRemark: String { "not here" }
    package static func lastSeen(_ span: String) -> String { "seen \(span) ago" }
    package static func friendArrived(_ name: String) -> String { "Your friend \(name) is here." }
    /// Returns the number of friends, and the number of players who ask to be friends.
    package static func countRemark(_ friends: Int, asking: Int) -> String {
        let asks = asking == 1 ? "1 asks" : "\(asking) ask"
        return asking == 0 ? "\(friends)" : friends == 0 ? asks : "\(friends), \(asks)"
    }

    package static var noFriends: String { "No friends yet." }

    package static func friendAdded(_ name: String) -> String { "\(name) is now your friend." }
    package static func requestSent(_ name: String) -> String {
        "You asked \(name) to be your friend."
    }
    /// Returns the notice of a friend request. `key` opens the list of friends; nil if that key has
    /// no effect on the current screen.
    package static func requestReceived(_ name: String, key: String?) -> String {
        "\(name) wants to be your friend." + (key.map { " Press \($0) to answer." } ?? "")
    }
    package static func requestReceivedInPlainText(_ name: String) -> String {
        "\(name) wants to be your friend. Type: friends accept \(name), or friends decline \(name)."
    }
    package static var howToAnswerRequests: String {
        "Type: friends, friends accept NAME or friends decline NAME."
    }
    package static func requestDeclined(_ name: String) -> String {
        "You declined \(name)'s invitation."
    }
    package static var requestReceivedRemark: String { "wants to be friends" }
    package static var requestSentRemark: String { "asked" }
    package static var acceptCommand: String { "accept" }
    package static var declineCommand: String { "decline" }
    package static func noRequest(from name: String) -> String {
        "\(name) has not asked to be your friend."
    }

    package static func friendRemoved(_ name: String) -> String {
        "\(name) was removed from your list."
    }

    package static func blockChanged(_ name: String, _ isBlocked: Bool) -> String {
        isBlocked
            ? "\(name) is blocked. You won't get their invitations."
            : "\(name) is no longer blocked."
    }

    package static func howToUnblock(_ name: String) -> String {
        "\(name) is blocked. Press Enter to open the card and unblock."
    }

    package static func guestNeedsAccount(_ name: String) -> String {
        "\(name) is a guest and needs an account for that."
    }

    package static func signInFirst(key: String) -> String {
        "Sign in first. Press \(key) in the lobby."
    }

    /// The answer to an ssh guest who can't sign in, because they connected without a key.
    package static var keyIsNeeded: String { "Connect with an ssh key to have an account." }
}

extension WinLossRecord {
    /// The wins, losses and, if there are any, draws: `12–9–4`.
    package var figures: String { "\(won)–\(lost)" + (drawn == 0 ? "" : "–\(drawn)") }

    /// Returns the score between the user and an opponent: `you–okafor 12–9–4`.
    package func scoreLine(against name: String) -> String { "you–\(name) \(figures)" }
}

/// The texts of the statistics, on the screen and in plain text.
package enum StatisticsWords {
    package static var noRounds: String { "No rounds yet. Finish one to see your statistics." }

    package static func totals(_ record: WinLossRecord) -> String {
        "\(CountWords.counted(record.played, "round")): \(record.won) won, \(record.lost) lost, "
            + "\(record.drawn) drawn"
    }

    package static func winningStreak(_ statistics: PlayStatistics) -> String {
        "Winning streak: \(statistics.streak) (best: \(statistics.longestStreak))"
    }

    package static func puzzleStreak(_ streak: Int) -> String {
        "Puzzles solved in a row: \(streak)"
    }

    package static func guestName(_ name: ForeignText) -> String { "\(name.shown) (guest)" }

    package static var won: String { "won" }
    package static var lost: String { "lost" }
    package static var drawn: String { "drawn" }
    /// The title of the column of results.
    package static var figuresTitle: String { "won–lost–drawn" }
}

extension Rivalry {
    /// Returns the opponent's name; empty for puzzles. `known` returns an account's current name.
    package func opponentName(ofAccount known: (String) -> String) -> String {
        switch rival {
        case .account(let user): known(user)
        case .guest(let name): StatisticsWords.guestName(name)
        case .bot(let bot): bot.fullName
        case .puzzle: ""
        }
    }
}
