import Lobby
import SimperiumWire

/// The rules for user names of an app. Names in the game's app are players' names, and count as the
/// same if they look alike. Names in other apps are e-mail addresses.
struct NameRule {
    private let isOfPlayers: Bool

    init(of app: AppID) {
        isOfPlayers = app == LobbyPass.app
    }

    /// Returns the text that is the same for all spellings of a name.
    func folded(_ name: String) -> String {
        guard isOfPlayers else { return name.folded }
        // No valid name contains this character, so a malformed name finds no user.
        guard let player = try? PlayerName(name) else { return "?" + name.folded }
        return NameSkeleton(player).text
    }

    /// Returns a name that is valid for a user.
    func checked(_ name: String) throws(Refusal) -> UserName {
        guard isOfPlayers else { return try AccountForm.checked(name) }
        let player: PlayerName
        do throws(NameFlaw) { player = try PlayerName(name) } catch { throw .unfitName(error) }
        guard !NameSkeleton(player).isReserved, let user = UserName(name) else {
            throw .reservedName
        }
        return user
    }

    /// Refuses a password that is not valid for a user of this name.
    func check(_ password: String?, of name: String) throws(Refusal) {
        try AccountForm.check(password, of: name)
        guard isOfPlayers, let password, !name.isEmpty else { return }
        guard folded(password) != folded(name), !password.isHardlyMore(than: name) else {
            throw .knownPassword
        }
    }
}

extension String {
    /// True if the text contains the other one and at most three more characters.
    fileprivate func isHardlyMore(than other: String) -> Bool {
        let (whole, part) = (Array(folded.unicodeScalars), Array(other.folded.unicodeScalars))
        guard whole.count >= part.count, whole.count - part.count < 4 else { return false }
        return (0...(whole.count - part.count)).contains { start in
            whole[start...].starts(with: part)
        }
    }
}
