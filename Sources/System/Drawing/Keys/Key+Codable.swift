/// A character as itself, and every other key by a word.
extension Key: Codable {
    private static let words: [(word: String, key: Key)] = [
        ("enter", .enter), ("escape", .escape), ("tab", .tab), ("backspace", .backspace),
        ("up", .up), ("down", .down), ("left", .left), ("right", .right), ("home", .home),
        ("end", .end), ("page-up", .pageUp), ("page-down", .pageDown), ("insert", .insert),
        ("delete", .delete),
    ]

    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        let letters = text.unicodeScalars
        if let letter = letters.first, letters.count == 1 {
            self = .character(letter)
        } else if let key = Self.words.first(where: { $0.word == text })?.key {
            self = key
        } else if letters.first == "f", let number = Int(text.dropFirst()) {
            self = .function(number)
        } else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "is no key")
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(word)
    }

    private var word: String {
        switch self {
        case .character(let letter): String(letter)
        case .function(let number): "f\(number)"
        default: Self.words.first { $0.key == self }?.word ?? ""
        }
    }
}
