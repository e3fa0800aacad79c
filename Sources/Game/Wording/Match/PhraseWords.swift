internal import Drawing
package import Lobby

/// The few things that people at a board can say, and what is said about them.
package enum PhraseWords {
    package static let heading = "SAY"
    package static let heardAgain = "You read what others say again."

    /// While a phrase is shown beside who said it.
    package static func quoted(_ phrase: Phrase) -> String { phrase.words.quoted }

    package static func news(_ phrase: Phrase, by name: String) -> String {
        "\(name): \(quoted(phrase))."
    }

    package static func muted(_ name: String, again key: String) -> String {
        "You don't read what \(name) says; \(key) again mutes everybody."
    }

    package static func allMuted(again key: String) -> String {
        "You don't read what anybody says; \(key) again takes that back."
    }
}

/// In lines.
extension PhraseWords {
    package static var choices: String {
        "Say one of these: \(ListWords.any(Phrase.allCases.map(\.typed)))."
    }

    package static func said(_ phrase: Phrase, by name: String) -> String {
        "\(name) says: \(phrase.words.last == "?" ? phrase.words : phrase.words + ".")"
    }

    package static func saidOwn(_ phrase: Phrase) -> String { "You say: \(phrase.words)" }

    package static let heardAgainInLines = "You hear what others say again."
    package static let muted = "You don't hear what your opponent says; mute all mutes everybody."
    package static let allMuted = "You don't hear what anybody says; mute takes that back."
}

extension Phrase {
    package var words: String {
        switch self {
        case .goodGame: "good game"
        case .again: "again?"
        case .thanks: "thanks"
        case .oneMoment: "one moment"
        case .wellPlayed: "well played"
        case .oops: "oops"
        }
    }

    /// As it is typed in lines.
    package var typed: String { self == .again ? "again" : words }

    /// By its words, or its number.
    package init?(typed text: String) {
        let text = text.lowercased()
        let phrase = Phrase.allCases.first {
            $0.typed == text || $0.words == text || "\($0.rawValue)" == text
        }
        guard let phrase else { return nil }
        self = phrase
    }
}
