// Wording: the texts that several front ends show: on screens, in lines, after commands.
// Not here: texts of one front end (Play, PlainText), of a server (Host), of help and manual
// (Commands).
// Start with `LobbyWords`; then `Match+Words`, `Notice+Words`, `ConnectionWords`.

internal import Drawing
internal import Game
package import Lobby
package import SimperiumClock
internal import SimperiumWire

/// The texts about players and matches that all programs share.
package enum LobbyWords {
    /// The word that is shown for a player without a name.
    package static var guest: String { "guest" }
    package static var you: String { "you" }
    package static var invitationsAllowed: String { "Players can invite you again." }

    package static func noPlayer(called name: String) -> String {
        "No player called \(ForeignText(name)) is here."
    }

    package static func noPlayerOrMatch(called name: String) -> String {
        "no player or match called \(ForeignText(name))"
    }

    package static var noBotMatchToResume: String { "You have no unfinished bot match." }

    package static func playerLeft(_ name: String) -> String { "\(name) left." }

    package static func nameNumbered(_ name: String, as shown: String) -> String {
        "Another \(name) is here. Other players see you as \(shown)."
    }

    package static func nameIsAccounts(_ name: String) -> String {
        "Your name is your account's, \(name). Sign out to use another one."
    }

    package static func nowNamed(_ name: String) -> String { "You are now \(name)." }

    package static func waiting(for name: String) -> String { "Waiting for \(name)" }

    package static func matchTitle(of circle: String, and cross: String) -> String {
        "\(circle) – \(cross)"
    }
}

extension Census {
    /// The numbers of players and matches, as a sentence.
    package var sentence: String {
        let others = (busy == 0 ? "" : ", \(busy) busy") + (away == 0 ? "" : ", \(away) away")
        return "\(CountWords.people(here)) here: \(free) free, \(playing) playing, "
            + "\(watching) watching\(others); \(CountWords.matches(matches))"
    }

    /// The numbers of players and matches, each with its word.
    package var figures: [(count: Int, word: String)] {
        var figures: [(count: Int, word: String)] = [
            (here, "here"), (free, "free"), (playing, "playing"), (watching, "watching"),
        ]
        if busy > 0 { figures.append((busy, "busy")) }
        if away > 0 { figures.append((away, "away")) }
        figures.append((matches, CountWords.nounOfMatches(matches)))
        return figures
    }
}

extension Person {
    package func statusWords(in lobbyState: LobbyState, at now: Instant) -> String {
        if let absence { return absence.words }
        if let minutes = idleMinutesIfFree(at: now) {
            return "idle \(Duration.seconds(60 * minutes).age)"
        }
        switch activity {
        case .playing(let key): return "playing " + opponentName(in: key, lobbyState)
        case .watching: return "watching"
        case .busy: return "busy"
        case .waiting: return clock.map { "wants \($0.rawValue) s" } ?? "wants to play"
        case .open(isPrivate: true): return "invite only"
        case .open(isPrivate: false): return "free"
        }
    }

    private func opponentName(in key: ObjectKey, _ lobbyState: LobbyState) -> String {
        guard let match = lobbyState[key] else { return "" }
        return lobbyState.roster.shownName(of: match.opponent(of: id))
    }
}

/// The reason for a player's absence, and the time left to return.
extension Absence {
    /// The reason for the absence as a verb phrase, to follow the player's name.
    package var words: String {
        switch cause {
        case .paused: "paused"
        case .gone: "closed the game"
        case .line: "lost connection"
        }
    }

    /// Returns the time left to return, as a short remark to show after a name.
    package func timeLeftToReturn(at now: Instant) -> String {
        "\(until.secondsCountdown(from: now)) to return"
    }
}

extension NameFlaw {
    package var sentence: String {
        switch self {
        case .empty: "A name needs at least one letter or digit."
        case .tooWide: "A name is at most \(PlayerName.widest) columns wide. Some letters take two."
        case .blanksAstray: "Use spaces only between letters, one at a time."
        case .marksAstray: "An accent must follow a letter, and a letter can have at most two."
        case .notAllowed(let scalar):
            "A name can't contain \(scalar.shown)."
        }
    }
}

extension Unicode.Scalar {
    /// The quoted character, if it is punctuation, a digit or a common symbol; otherwise its code
    /// point.
    fileprivate var shown: String {
        switch properties.generalCategory {
        case .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation,
            .initialPunctuation, .finalPunctuation, .otherPunctuation, .mathSymbol,
            .currencySymbol, .modifierSymbol, .decimalNumber:
            "“\(Character(self))”"
        default: "U+" + String(value, radix: 16, uppercase: true)
        }
    }
}

/// The rule for invitation codes, for a player who typed an invalid one.
extension JoinCode {
    package static var ruleSentence: String {
        "A code has \(lengths.lowerBound) to \(lengths.upperBound) letters and digits."
    }
    /// The rule with its numbers in words, for a screen where digits look like keys.
    package static var ruleInWords: String { "A code has four to twelve letters and digits." }
}
