package import Game
internal import SimperiumJSON
package import SimperiumWire

extension Referee {
    /// Returns the new name that an edit gives to a Player; nil if there is none, or if it looks
    /// like the old name. The caller finds the account that owns the name.
    package static func newName(by act: ProposedEdit) -> PlayerName? {
        switch act {
        case .insert(let object): return object.playerName
        case .change(let old, let new):
            guard let name = new.playerName else { return nil }
            let before = old.playerName.map(NameSkeleton.init)
            return NameSkeleton(name) == before ? nil : name
        case .delete, .deleteAll: return nil
        }
    }

    /// Checks a Player's account and name. The connection must be signed in to a new account, and
    /// to the account that owns a new name. A new name must not be reserved, but may be "guest".
    func checkIdentity(
        of player: Player, since old: Player?, _ author: Author
    ) throws(Foul) {
        guard player.user == nil || player.user == old?.user || player.user == author.account else {
            throw .othersAccount
        }
        guard author.nameOwner == nil || author.nameOwner == author.account else {
            throw .othersName
        }
        guard let name = player.name.map(NameSkeleton.init),
            name != old?.name.map(NameSkeleton.init)
        else { return }
        guard !name.isReserved || name == .guest else { throw .othersName }
    }

    /// Returns the key of a player's Player, if its connection is signed in to this account;
    /// otherwise nil.
    package func key(ofPlayer id: PlayerID, signedInTo user: String) -> ObjectKey? {
        lobbyState.roster[id]?.user == user ? lobbyState.roster.key(of: id) : nil
    }

    /// Returns the keys of the Players that name this account. Those Players must be corrected once
    /// the connection is no longer signed in to it.
    package func players(of keys: [ObjectKey], signedInTo user: String) -> [ObjectKey] {
        keys.filter { lobbyState.roster[$0]?.user == user }
    }
}

extension JSONObject {
    fileprivate var playerName: PlayerName? {
        nonNullValue("name")?.string.flatMap { text in try? PlayerName(text) }
    }
}
