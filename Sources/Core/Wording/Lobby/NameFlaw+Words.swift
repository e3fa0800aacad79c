package import Lobby

extension NameFlaw {
    package var sentence: String {
        switch self {
        case .empty: "A name has at least one letter."
        case .tooWide: "A name is at most \(PlayerName.widest) columns wide; some letters take two."
        case .blanksAstray: "Spaces stand alone, between letters."
        case .marksAstray: "An accent belongs to a letter, and two are enough."
        case .notAllowed(let scalar):
            "A name can't contain U+\(String(scalar.value, radix: 16, uppercase: true))."
        }
    }
}
