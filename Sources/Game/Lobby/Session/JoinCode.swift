package import SimperiumClock

/// What one person tells another so that the two can play: 4 to 12 letters and digits.
///
/// Every program in the lobby can read it, so it keeps strangers out by courtesy only.
package struct JoinCode: Hashable, Codable, Sendable, CustomStringConvertible {
    package let text: String

    /// How many letters and digits it has.
    package static let lengths = 4...12

    /// Letters of which none is taken for another, nor for a digit.
    private static let letters = Array("ABCDEFGHJKMNPQRSTUVWXYZ")

    /// Takes a code as people type it: in small letters, with blanks or dashes in it.
    package init?(_ typed: String) {
        let kept = typed.uppercased().filter { $0 != " " && $0 != "-" }
        let isPlain = kept.utf8.allSatisfy {
            (0x30...0x39).contains($0) || (0x41...0x5A).contains($0)
        }
        guard isPlain, Self.lengths.contains(kept.utf8.count) else { return nil }
        text = kept
    }

    /// A fresh code.
    package init(random: inout SeededRandom) {
        text = String((0..<4).map { _ in Self.letters[random.below(Self.letters.count)] })
    }

    package var description: String { text }
}
