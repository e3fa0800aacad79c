internal import Drawing
package import Lobby

/// The texts about the phrases that players send each other in a match.
package enum ChatPhraseWords {
    package static var unmuted: String { "Phrases are shown again." }

    package static func quoted(_ phrase: Phrase) -> String { phrase.words.quoted }

    package static func muted(unmuteKey key: String) -> String {
        "You muted other players. Press \(key) again to unmute them."
    }
}

/// The texts about phrases in plain text.
extension ChatPhraseWords {
    package static var phraseChoices: String {
        "Choose one of these phrases: \(ListWords.orList(Phrase.allCases.map(\.typed)))."
    }

    package static func plainTextLine(_ phrase: Phrase, by name: String) -> String {
        "\(name): \(phrase.words.last == "?" ? phrase.words : phrase.words + ".")"
    }

    package static func ownPlainTextLine(_ phrase: Phrase) -> String { "You: \(phrase.words)" }

    package static var muted: String { "You muted other players. Type mute again to unmute them." }
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

    /// The phrase as players type it in plain text.
    package var typed: String { self == .again ? "again" : words }

    /// Finds a phrase by its words or its number. Returns nil for any other text.
    package init?(typed text: String) {
        let text = text.lowercased()
        let phrase = Phrase.allCases.first {
            $0.typed == text || $0.words == text || "\($0.rawValue)" == text
        }
        guard let phrase else { return nil }
        self = phrase
    }
}
