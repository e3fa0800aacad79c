package import Host
internal import Lobby
package import SimperiumWire

/// The rules for players' names. Names that look alike count as the same name.
package struct PlayerNameRules: UserNameRules {
    package init() {}

    package func folded(_ name: String) -> String {
        // No valid name contains this character, so a malformed name finds no user.
        guard let player = try? PlayerName(name) else { return "?" + name.lowercased() }
        return NameSkeleton(player).text
    }

    package func validatedName(_ name: String) throws(CallRefusal) -> UserName {
        let player: PlayerName
        do throws(NameFlaw) { player = try PlayerName(name) } catch {
            throw .unfitName(error.words)
        }
        guard !NameSkeleton(player).isReserved, let user = UserName(name) else {
            throw .reservedName
        }
        return user
    }

    package func validatePassword(_ password: String?, of name: String) throws(CallRefusal) {
        try EmailNameRules().validatePassword(password, of: name)
        guard let password, !name.isEmpty else { return }
        guard folded(password) != folded(name), !password.addsAtMostThreeCharacters(to: name) else {
            throw .knownPassword
        }
    }
}

extension NameFlaw {
    /// The rule that the name breaks, for developers.
    fileprivate var words: String {
        switch self {
        case .empty: "a name must not be empty"
        case .tooWide: "a name has at most \(PlayerName.widest) columns"
        case .blanksAstray: "a name has only single spaces, and none at its ends"
        case .marksAstray: "a name has accents only on letters, and at most a few on each"
        case .notAllowed: "a name has only letters, digits, spaces and - _ . '"
        }
    }
}

extension String {
    /// Returns true if the text is `other`, or contains it and at most three more characters. Case
    /// is ignored.
    fileprivate func addsAtMostThreeCharacters(to other: String) -> Bool {
        let (whole, part) = (
            Array(lowercased().unicodeScalars), Array(other.lowercased().unicodeScalars)
        )
        guard whole.count >= part.count, whole.count - part.count < 4 else { return false }
        return (0...(whole.count - part.count)).contains { start in
            whole[start...].starts(with: part)
        }
    }
}
