import Lobby
import SimperiumWire

/// What the users of an app are called, and by what they are found: those of the game's app as
/// players are, by what their names look like; those of other apps by e-mail addresses.
struct NameRule {
    private let isOfPlayers: Bool

    init(of app: AppID) {
        isOfPlayers = app == LobbyPass.app
    }

    /// The same for all spellings of a name that count as one.
    func folded(_ name: String) -> String {
        guard isOfPlayers else { return name.folded }
        // What is no name is nobody's, and no name has such a character in it.
        guard let player = try? PlayerName(name) else { return "?" + name.folded }
        return NameSkeleton(player).text
    }

    /// A name that a user may have from now on.
    func checked(_ name: String) throws(Refusal) -> UserName {
        guard isOfPlayers else { return try AccountForm.checked(name) }
        let player: PlayerName
        do throws(NameFlaw) { player = try PlayerName(name) } catch { throw .unfitName(error) }
        guard !NameSkeleton(player).isReserved, let user = UserName(name) else {
            throw .reservedName
        }
        return user
    }

    /// Refuses a password that no user of that name may have from now on.
    func check(_ password: String?, of name: String) throws(Refusal) {
        try AccountForm.check(password, of: name)
        guard isOfPlayers, let password, !name.isEmpty else { return }
        guard folded(password) != folded(name), !password.isHardlyMore(than: name) else {
            throw .knownPassword
        }
    }
}

extension String {
    /// Whether this is another text with fewer than four characters around it.
    fileprivate func isHardlyMore(than other: String) -> Bool {
        let (whole, part) = (Array(folded.unicodeScalars), Array(other.folded.unicodeScalars))
        guard whole.count >= part.count, whole.count - part.count < 4 else { return false }
        return (0...(whole.count - part.count)).contains { start in
            whole[start...].starts(with: part)
        }
    }
}
