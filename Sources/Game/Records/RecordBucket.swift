internal import Lobby
package import SimperiumClock
package import SimperiumJSON

/// The buckets of an account. Raw values are their names.
package enum RecordBucket: String, Hashable, Codable, Sendable, CaseIterable {
    case profile
    case settings
    case friend
    case block
    case result
    case solo
    case seat
    /// Correspondence games and friend invitations, which the server shares with both users.
    case game
}

extension RecordBucket {
    /// Throws unless `object` is valid in this bucket under `key`. Clients and servers use the same
    /// rules.
    package func check(_ object: JSONObject, key: String) throws(RecordFlaw) {
        switch self {
        case .profile:
            guard key == ProfileOrBlockTime.profileKey else { throw .key }
            _ = try ProfileOrBlockTime(object)
        case .settings:
            guard key.isID, key.utf8.count <= SettingName.longest else { throw .key }
            _ = try Setting(object)
        case .friend:
            guard key.isID else { throw .key }
            _ = try Friend(object)
        case .block:
            guard key.isID else { throw .key }
            _ = try ProfileOrBlockTime(object)
        case .result: _ = try RoundResult(object, under: key)
        case .solo:
            guard key.isID else { throw .key }
            _ = try UnfinishedBotMatch(object)
        case .seat:
            guard key == PublishedSeat.key else { throw .key }
            _ = try PublishedSeat(object)
        case .game:
            guard key.isID else { throw .key }
            if FriendInvitation(object) == nil { _ = try CorrespondenceGame(object) }
        }
    }
}

extension RoundResult {
    /// Reads an object, and throws unless it matches the kind of round that its key shows: against
    /// a player, against a bot, or a puzzle.
    init(_ object: JSONObject, under key: String) throws(RecordFlaw) {
        guard let key = ResultKey(key) else { throw .key }
        self = try RoundResult(object)
        let fits =
            switch key {
            case .people: level == nil
            case .bot: level != nil
            case .puzzle: opponent == nil && level == nil
            }
        guard fits else { throw .contradiction }
    }
}

/// A change to an object of the account, by the program or by the server.
package enum RecordEdit: Hashable, Sendable {
    case put(RecordBucket, key: String, JSONObject)
    case delete(RecordBucket, key: String)
}

extension RecordEdit {
    package static func friend(_ user: String, _ friend: Friend) -> RecordEdit {
        .put(.friend, key: user, friend.members)
    }

    package static func unfriend(_ user: String) -> RecordEdit {
        .delete(.friend, key: user)
    }

    package static func block(_ user: String, since: ServerTime) -> RecordEdit {
        .put(.block, key: user, ProfileOrBlockTime(since: since).members)
    }

    package static func unblock(_ user: String) -> RecordEdit {
        .delete(.block, key: user)
    }

    /// Returns the edit that stores a setting, or removes it if `value` is nil.
    package static func setting(_ name: SettingName, _ value: JSON?) -> RecordEdit {
        guard let value else { return .delete(.settings, key: name.rawValue) }
        return .put(.settings, key: name.rawValue, Setting(value: value).members)
    }

    package static func result(_ key: ResultKey, _ result: RoundResult) -> RecordEdit {
        .put(.result, key: key.text, result.members)
    }

    /// Returns the edit that stores an unfinished match, or removes it if `solo` is nil.
    package static func solo(_ key: String, _ solo: UnfinishedBotMatch?) -> RecordEdit {
        guard let solo else { return .delete(.solo, key: key) }
        return .put(.solo, key: key, solo.members)
    }

    package static func game(_ key: String, _ game: CorrespondenceGame) -> RecordEdit {
        .put(.game, key: key, game.members)
    }

    package static func friendInvitation(
        _ key: String, _ invitation: FriendInvitation
    ) -> RecordEdit {
        .put(.game, key: key, invitation.members)
    }

    /// Returns the edit that resigns a running game, ends an open invitation to a game or to be
    /// friends, or removes a finished game or an answered invitation from the list.
    package static func resignOrRemove(game key: String) -> RecordEdit {
        .delete(.game, key: key)
    }

    /// Returns the edit that stores the seat, or removes it if `note` is nil.
    package static func seat(_ note: PublishedSeat?) -> RecordEdit {
        guard let note else { return .delete(.seat, key: PublishedSeat.key) }
        return .put(.seat, key: PublishedSeat.key, note.members)
    }
}

/// The reason why an object of an account is not valid. Any program may have written the object.
package enum RecordFlaw: Error, Hashable, Sendable {
    /// The key does not have the form of this bucket's keys.
    case key
    case missing(member: String)
    case wrongType(member: String)
    /// The type is right, but the value is impossible.
    case senseless(member: String)
    /// Each member is valid, but some of them contradict each other or the key.
    case contradiction
}
