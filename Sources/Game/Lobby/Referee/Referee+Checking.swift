package import Game
internal import SimperiumJSON
internal import SimperiumWire

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
        try Self.check(limit, of: mode, in: object)
        guard target.map(SeriesTarget.offered.contains) ?? (object.nonNullValue(.target) == nil)
        else { throw .flawed(.noTarget) }
        try object.checkNestedMembers(.asks, MatchInvitation.memberNames, isRead: asks != nil)
        try object.checkNestedMembers(
            .declines, InvitationRefusal.memberNames, isRead: declines != nil)
        for member in Self.words
        where (object.nonNullValue(member)?.text?.utf8Count ?? 0) > Self.longestWord {
            throw .tooLarge
        }
    }
}

extension Player {
    /// Checks that a wanted clock is allowed, and that a player with the mode `clocked` names a
    /// clock.
    private static func check(
        _ limit: MoveLimit?, of mode: MatchmakingMode, in object: JSONObject
    ) throws(Foul) {
        let isOffered =
            limit.map(MoveLimit.offered.contains) ?? (object.nonNullValue(.limit) == nil)
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

    fileprivate var hasGoodName: Bool {
        guard let text = nonNullValue("name")?.string else { return nonNullValue("name") == nil }
        return (try? PlayerName(text)) != nil
    }
}

extension PlayerID {
    /// Returns true if the id equals this text, byte by byte.
    package func isSpelledExactly(_ text: String) -> Bool { rawValue.utf8.elementsEqual(text.utf8) }
}
