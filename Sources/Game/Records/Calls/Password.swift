internal import SimperiumWire

/// What a person types to prove who they are.
package struct Password: Secret {
    /// Shorter ones are guessed, longer ones are not looked at by a server.
    package static let shortest = 8
    package static let longest = 256

    package let text: String

    package init?(_ text: String) {
        guard !text.isEmpty, text.utf8.count <= Self.longest else { return nil }
        self.text = text
    }

    /// Why somebody of that name had better have another one; nil for a good one.
    package func flaw(of name: String) -> PasswordFlaw? {
        if text.unicodeScalars.count < Self.shortest { return .tooShort }
        if text.utf8.contains(where: { $0 < 0x20 }) { return .controls }
        return text.lowercased() == name.lowercased() ? .knownFromName : nil
    }
}

/// Why a password is none to be had.
package enum PasswordFlaw: Error, Hashable, Sendable {
    case tooShort
    case tooLong
    case knownFromName
    /// Such as a tab, which most fields to type in can't take.
    case controls
}
