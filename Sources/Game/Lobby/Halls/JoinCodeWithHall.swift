package import SimperiumClock

/// The code that a player gives to a friend: a join code, and the hall after a dash, as in
/// `KMRX-7`. For the first hall, the number is left out.
package struct JoinCodeWithHall: Hashable, Codable, Sendable, CustomStringConvertible {
    package let code: JoinCode
    package let hall: HallNumber

    package init(_ code: JoinCode, in hall: HallNumber) {
        self.code = code
        self.hall = hall
    }

    /// Reads a code as users type it; nil for other texts. A dash has a meaning only before a
    /// number at the end, and the join codes that programs create contain no digits.
    package init?(_ typed: String) {
        if let dash = typed.lastIndex(of: "-"), let code = JoinCode(String(typed[..<dash])),
            let hall = HallNumber(typed[dash...].dropFirst().filter { $0 != " " })
        {
            self.init(code, in: hall)
        } else if let code = JoinCode(typed) {
            self.init(code, in: .first)
        } else {
            return nil
        }
    }

    package var description: String { hall == .first ? code.text : "\(code.text)-\(hall)" }
}

/// A code that leads a friend to a player's match: 4 to 12 letters and digits.
///
/// All programs in the lobby can read the code, so it gives no protection against hostile programs.
package struct JoinCode: Hashable, Codable, Sendable, CustomStringConvertible {
    package let text: String

    package static let lengths = 4...12

    /// The letters of created codes. I, L and O are missing, because they are easily mistaken for
    /// other characters.
    private static let letters = Array("ABCDEFGHJKMNPQRSTUVWXYZ")

    /// Reads a code as users type it: also in lower case, or with blanks and dashes. Returns nil
    /// for any other text.
    package init?(_ typed: String) {
        let kept = typed.uppercased().filter { $0 != " " && $0 != "-" }
        let isPlain = kept.utf8.allSatisfy {
            (0x30...0x39).contains($0) || (0x41...0x5A).contains($0)
        }
        guard isPlain, Self.lengths.contains(kept.utf8.count) else { return nil }
        text = kept
    }

    package init(random: inout SeededRandom) {
        text = String((0..<4).map { _ in Self.letters[random.numberBelow(Self.letters.count)] })
    }

    package var description: String { text }
}
