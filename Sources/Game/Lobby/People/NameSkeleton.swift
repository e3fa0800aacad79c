@_spi(_Unicode) import Swift

/// A name with all look-alike letters made equal. Names that look alike have equal skeletons.
///
/// Letters and marks are composed where Unicode allows it (NFC), letters of other scripts that look
/// like Latin ones are replaced, and case is folded. A capital i looks like a small l, so i, I, l
/// and 1 are equal. The form of composition matters because a store compares bytes, unlike
/// `String`.
package struct NameSkeleton: Hashable, Sendable {
    package let text: String

    /// The skeleton of all players without a name, and of all players named guest.
    static let guest = NameSkeleton(text: "guest")

    private init(text: String) {
        self.text = text
    }

    package init(_ name: PlayerName) {
        text = Self.foldLookAlikes(name.text._nfc)
    }

    /// Returns the skeleton of a player's name; nil if the text is not a valid name.
    package init?(validating text: String) {
        guard let name = try? PlayerName(text) else { return nil }
        self.init(name)
    }

    func numbered(_ number: Int) -> NameSkeleton {
        NameSkeleton(text: text + " " + Self.foldLookAlikes("\(number)".unicodeScalars))
    }

    private static func foldLookAlikes(_ scalars: some Sequence<Unicode.Scalar>) -> String {
        var folded = String.UnicodeScalarView()
        for scalar in scalars {
            let letter = scalar.narrow
            let twin = twins[letter.value] ?? letter
            for small in twin.properties.lowercaseMapping.unicodeScalars {
                folded.append(small == "i" ? "l" : small)
            }
        }
        return String(folded)
    }

    private static let twins: [UInt32: Unicode.Scalar] = {
        var twins: [UInt32: Unicode.Scalar] = [:]
        for (letter, lookAlikes) in lookAlikes {
            for lookAlike in lookAlikes { twins[lookAlike] = letter }
        }
        return twins
    }()

    /// The look-alikes of each Latin letter: Cyrillic from U+0400, Greek from U+0370, Armenian from
    /// U+0530, and unusual Latin.
    private static let lookAlikes: [(Unicode.Scalar, [UInt32])] = [
        ("A", [0x410, 0x391]), ("a", [0x430, 0x3B1, 0x251]),
        ("B", [0x412, 0x392]), ("b", [0x432, 0x44C, 0x3B2]),
        ("C", [0x421, 0x3F9]), ("c", [0x441, 0x3F2]),
        ("d", [0x501]),
        ("E", [0x415, 0x395]), ("e", [0x435, 0x3B5]),
        ("g", [0x261, 0x581]),
        ("H", [0x41D, 0x397]), ("h", [0x43D, 0x4BB, 0x570]),
        ("i", [0x456, 0x3B9, 0x131]),
        ("J", [0x408]), ("j", [0x458, 0x3F3]),
        ("K", [0x41A, 0x39A]), ("k", [0x43A, 0x3BA]),
        ("l", [0x49, 0x31, 0x406, 0x399, 0x4C0, 0x4CF]),
        ("M", [0x41C, 0x39C]), ("m", [0x43C]),
        ("N", [0x39D]), ("n", [0x43F, 0x3B7, 0x578]),
        ("O", [0x30, 0x41E, 0x39F, 0x555]), ("o", [0x43E, 0x3BF, 0x585]),
        ("P", [0x420, 0x3A1]), ("p", [0x440, 0x3C1]),
        ("q", [0x51B, 0x566]),
        ("r", [0x433]),
        ("S", [0x405]), ("s", [0x455]),
        ("T", [0x422, 0x3A4]), ("t", [0x442, 0x3C4]),
        ("u", [0x3C5, 0x57D]),
        ("v", [0x3BD, 0x475]),
        ("w", [0x461, 0x51D, 0x3C9]),
        ("X", [0x425, 0x3A7]), ("x", [0x445, 0x3C7]),
        ("Y", [0x4AE, 0x3A5]), ("y", [0x443, 0x4AF, 0x3B3]),
        ("Z", [0x396]),
    ]
}

extension Unicode.Scalar {
    /// The usual form of a full-width character; any other character unchanged.
    fileprivate var narrow: Unicode.Scalar {
        guard (0xFF01...0xFF5E).contains(value) else { return self }
        return Unicode.Scalar(value - 0xFEE0) ?? self
    }
}

extension NameSkeleton {
    /// True if the name looks like "operator", "you" or the like. No account may have such a name,
    /// and "guest" is the only such name that a player may have.
    package var isReserved: Bool { Self.reserved.contains(self) }

    private static let reserved = Set(words.compactMap { NameSkeleton(validating: $0) } + [.guest])

    private static let words = [
        "admin", "administrator", "anonymous", "anybody", "bot", "computer", "door", "expired",
        "gone", "guest", "guests", "host", "lobby", "me", "moderator", "nobody", "null",
        "official", "operator", "owner", "root", "server", "simperium", "somebody", "staff",
        "support", "sysop", "system", "tictactoe", "tic-tac-toe", "you",
    ]
}
