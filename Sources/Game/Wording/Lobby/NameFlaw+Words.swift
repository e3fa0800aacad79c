package import Lobby

extension NameFlaw {
    package var sentence: String {
        switch self {
        case .empty: "A name has at least one letter."
        case .tooWide: "A name is at most \(PlayerName.widest) columns wide; some letters take two."
        case .blanksAstray: "Spaces stand alone, between letters."
        case .marksAstray: "An accent belongs to a letter, and two are enough."
        case .notAllowed(let scalar):
            "A name can't contain \(scalar.shown)."
        }
    }
}

extension Unicode.Scalar {
    /// Itself, if it can be seen, and else its number.
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
