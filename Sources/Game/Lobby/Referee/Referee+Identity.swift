package import Game
internal import SimperiumJSON
package import SimperiumWire

/// Players' identities and names.
extension Referee {
    /// Returns the name that an act gives a Player, if it is a new one: an account may own it.
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

    /// Refuses an account, or its name, to a connection that is not signed in to it; and a name
    /// that no account may have.
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

    /// Returns the key of a player's Player, if its holder is signed in to that account.
    package func key(ofPlayer id: PlayerID, signedInTo user: String) -> ObjectKey? {
        lobbyState.roster[id]?.user == user ? lobbyState.roster.key(of: id) : nil
    }

    /// The Players, of these, that say of an account that they are its holder's: to be corrected
    /// once the connection is signed in to it no more.
    package func players(of keys: [ObjectKey], signedInTo user: String) -> [ObjectKey] {
        keys.filter { lobbyState.roster[$0]?.user == user }
    }
}

extension JSONObject {
    fileprivate var playerName: PlayerName? {
        value("name")?.string.flatMap { text in try? PlayerName(text) }
    }
}
