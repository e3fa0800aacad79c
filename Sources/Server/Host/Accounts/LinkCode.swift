/// What one device shows and another one is told: ten characters of 32, of which none is taken for
/// another.
struct LinkCode: Hashable, Sendable {
    static let length = 10
    /// By so many of them one code is told from others that are open, so that a wrong try counts
    /// against the one that it was for.
    private static let beginningLength = 4
    private static let letters = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ")

    private static let meant: [Character: Character] = ["O": "0", "I": "1", "L": "1"]

    let text: String

    /// Of chance, a byte for each character.
    init(chance: [UInt8]) {
        precondition(chance.count == Self.length)
        text = String(chance.map { Self.letters[Int($0 & 31)] })
    }

    /// Takes a code as people type it: in small letters, with blanks or dashes, and with letters
    /// that look like digits.
    init?(_ typed: String) {
        let kept = typed.uppercased().filter { $0 != " " && $0 != "-" }
            .map { Self.meant[$0] ?? $0 }
        guard kept.count == Self.length, kept.allSatisfy(Self.letters.contains) else { return nil }
        text = String(kept)
    }

    var beginning: String { String(text.prefix(Self.beginningLength)) }

    /// Compares all characters before it answers, so that time doesn't tell how many were right.
    static func == (left: LinkCode, right: LinkCode) -> Bool {
        zip(left.text.utf8, right.text.utf8).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
