package import Game
internal import SimperiumJSON
package import SimperiumWire

extension Player {
    /// Reads a Player. Throws if a member is not valid, or if a changed member is unknown.
    init(checking object: JSONObject, since old: JSONObject) throws(Foul) {
        do throws(ObjectFlaw) {
            self = try Player(object)
        } catch {
            throw .flawed(error)
        }
        guard object.hasGoodName else { throw .badName }
        try object.checkMembers(Self.memberNames, since: old)
        if let version = object.nonNullValue(.rules) {
            guard let number = version.int, Self.versions.contains(number) else {
                throw .flawed(.wrongType(member: "rules"))
            }
        }
        let read: [(JSONString, Bool)] = [
            (.idle, idle != nil), (.user, user != nil), (.hidden, isHidden),
        ]
        for (member, isRead) in read where (object.nonNullValue(member) != nil) != isRead {
            throw .flawed(.wrongType(member: member.string))
        }
        try Self.checkLimit(limit, of: mode, in: object)
        guard target.map(SeriesTarget.offered.contains) ?? (object.nonNullValue(.target) == nil)
        else { throw .flawed(.noTarget) }
        try object.checkNestedMembers(.asks, MatchInvitation.memberNames, isRead: asks != nil)
        try object.checkNestedMembers(
            .declines, InvitationDecline.memberNames, isRead: declines != nil)
        for member in Self.words
        where (object.nonNullValue(member)?.text?.utf8Count ?? 0) > Self.longestWord {
            throw .tooLarge
        }
    }
}

extension Player {
    /// Checks that a wanted clock is allowed, and that a player with the mode `clocked` names a
    /// clock.
    private static func checkLimit(
        _ limit: MoveTimeLimit?, of mode: MatchmakingMode, in object: JSONObject
    ) throws(Foul) {
        let isOffered =
            limit.map(MoveTimeLimit.offered.contains) ?? (object.nonNullValue(.limit) == nil)
        guard isOffered, limit != nil || mode != .clocked,
            object.nonNullValue(.limit)?.array?.count ?? 1 == 1
        else { throw .flawed(.wrongType(member: "limit")) }
    }
}

extension Watcher {
    static func check(_ object: JSONObject, since old: JSONObject) throws(Foul) {
        do throws(ObjectFlaw) {
            _ = try Watcher(object)
        } catch {
            throw .flawed(error)
        }
        guard object.hasGoodName else { throw .badName }
        try object.checkMembers(memberNames, since: old)
    }
}

extension LobbyMatch {
    init(_ key: ObjectKey, checking object: JSONObject) throws(Foul) {
        do throws(ObjectFlaw) {
            try self.init(key, object)
        } catch {
            throw .flawed(error)
        }
    }

    func checkedRecord() throws(Foul) -> MatchRecord {
        guard let record else { throw .flawed(flaw ?? .unexplained) }
        return record
    }
}

extension JSONObject {
    /// Checks that a change adds, alters or removes only known members, because each object is sent
    /// to all players.
    func checkMembers(_ names: Set<JSONString>, since old: JSONObject) throws(Foul) {
        for member in old.map(\.name) + map(\.name)
        where !names.contains(member) && old[member] != self[member] {
            throw .unknownMember(member.string)
        }
    }

    /// Checks that a member, if present, was read, and is an object with these members only.
    fileprivate func checkNestedMembers(
        _ member: JSONString, _ names: Set<JSONString>, isRead: Bool
    ) throws(Foul) {
        guard let value = nonNullValue(member) else { return }
        guard isRead, let object = value.object else {
            throw .flawed(.wrongType(member: member.string))
        }
        try object.checkMembers(names, since: [:])
    }
}

extension PlayerID {
    /// Returns true if the id equals this text, byte by byte.
    package func hasSameBytes(as text: String) -> Bool { rawValue.utf8.elementsEqual(text.utf8) }
}

extension LobbyEditReferee {
    /// Returns the new name that an edit gives to a Player; nil if there is none, or if it looks
    /// like the old name. The caller finds the account that owns the name.
    package static func newName(by edit: ProposedEdit) -> PlayerName? {
        switch edit {
        case .insert(let object): return object.playerName
        case .change(let old, let new):
            guard let name = new.playerName else { return nil }
            let before = old.playerName.map(NameSkeleton.init)
            return NameSkeleton(name) == before ? nil : name
        case .delete, .deleteAll: return nil
        }
    }

    /// Checks a Player's account and name. If the account is new, the connection must be signed in
    /// to it. If an account owns the new name, the connection must be signed in to that account. A
    /// new name must not be reserved, but may be "guest".
    func checkIdentity(of player: Player, since old: Player?, _ author: ChangeAuthor) throws(Foul) {
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

    /// Returns the key of a player's Player, if the Player names this account; otherwise nil.
    package func key(ofPlayer id: PlayerID, signedInTo user: String) -> ObjectKey? {
        lobbyState.roster[id]?.user == user ? lobbyState.roster.key(of: id) : nil
    }

    /// Returns the keys, among `keys`, of the Players that name this account. The caller removes
    /// the account from these Players when the user has signed out.
    package func players(of keys: [ObjectKey], signedInTo user: String) -> [ObjectKey] {
        keys.filter { lobbyState.roster[$0]?.user == user }
    }
}

extension JSONObject {
    fileprivate var hasGoodName: Bool { nonNullValue("name") == nil || playerName != nil }

    fileprivate var playerName: PlayerName? {
        nonNullValue("name")?.string.flatMap { text in try? PlayerName(text) }
    }
}
