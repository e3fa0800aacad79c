/// What proves who a user is. It never shows itself in a log.
package protocol Secret: Name, CustomDebugStringConvertible {}

extension Secret {
    package var description: String { "secret" }
    package var debugDescription: String { description }

    package static func == (left: Self, right: Self) -> Bool { left.isSame(as: right) }

    package func hash(into hasher: inout Hasher) {
        hashText(into: &hasher)
    }

    /// Compares all bytes before it answers, so that time doesn't tell how many were right.
    func isSame(as other: Self) -> Bool {
        let (left, right) = (text.utf8, other.text.utf8)
        var difference = left.count ^ right.count
        for (left, right) in zip(left, right) { difference |= Int(left ^ right) }
        return difference == 0
    }

    func hashText(into hasher: inout Hasher) {
        for byte in text.utf8 { hasher.combine(byte) }
    }
}

/// What lets a client into its user's buckets: any text, since other issuers have other forms.
public struct Token: Secret {
    public let text: String

    public init?(_ text: String) {
        guard (1...Limits.secret).contains(text.utf8.count) else { return nil }
        self.text = text
    }

    /// Whether Simperium could have issued it: at least 32 letters and digits, and nothing else.
    package var isWellFormed: Bool {
        text.utf8.count >= 32 && text.utf8.allSatisfy(\.isAlphanumeric)
    }
}

/// What lets a client that lost its connection have its presence objects back.
package struct ResumeSecret: Secret {
    package let text: String

    package init?(_ text: String) {
        guard (1...Limits.secret).contains(text.utf8.count) else { return nil }
        self.text = text
    }
}
