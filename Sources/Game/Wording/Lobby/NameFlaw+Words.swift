package import Lobby

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
    /// The character if it is visible, otherwise its number.
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
