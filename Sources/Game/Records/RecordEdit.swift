package import SimperiumClock
package import SimperiumJSON

/// What a person wants changed in their account.
package enum RecordEdit: Hashable, Sendable {
    case put(RecordBucket, key: String, JSONObject)
    case delete(RecordBucket, key: String)
}

extension RecordEdit {
    /// What the account keeps once this is done.
    package var event: RecordEvent {
        switch self {
        case .put(let bucket, let key, let object): .updated(bucket, key: key, object)
        case .delete(let bucket, let key): .deleted(bucket, key: key)
        }
    }

    package static func friend(_ user: String, _ friend: Friend) -> RecordEdit {
        .put(.friend, key: user, friend.members)
    }

    package static func unfriend(_ user: String) -> RecordEdit {
        .delete(.friend, key: user)
    }

    package static func block(_ user: String, since: Stamp) -> RecordEdit {
        .put(.block, key: user, Block(since: since).members)
    }

    package static func unblock(_ user: String) -> RecordEdit {
        .delete(.block, key: user)
    }

    /// Nil takes back what was chosen.
    package static func setting(_ name: SettingName, _ value: JSON?) -> RecordEdit {
        guard let value else { return .delete(.settings, key: name.rawValue) }
        return .put(.settings, key: name.rawValue, Setting(value: value).members)
    }

    package static func profile(since: Stamp) -> RecordEdit {
        .put(.profile, key: Profile.key, Profile(since: since).members)
    }

    package static func result(_ key: ResultKey, _ result: RoundResult) -> RecordEdit {
        .put(.result, key: key.text, result.members)
    }

    /// Nil once the match is over.
    package static func solo(_ key: String, _ solo: Solo?) -> RecordEdit {
        guard let solo else { return .delete(.solo, key: key) }
        return .put(.solo, key: key, solo.members)
    }

    /// A game over days, as the person has left it.
    package static func game(_ key: String, _ game: DayGame) -> RecordEdit {
        .put(.game, key: key, game.members)
    }

    /// Gives a game up that goes on, and puts away one that is over.
    package static func leave(game key: String) -> RecordEdit {
        .delete(.game, key: key)
    }

    /// Nil as the seat ends.
    package static func seat(_ note: SeatNote?) -> RecordEdit {
        guard let note else { return .delete(.seat, key: SeatNote.key) }
        return .put(.seat, key: SeatNote.key, note.members)
    }
}
