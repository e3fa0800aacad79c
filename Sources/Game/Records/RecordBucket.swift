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
    /// Games over days, which the server shares with the two who play.
    case game
}

extension RecordBucket {
    /// Whether `object` can stand under `key` here, whoever wants to write it.
    package func check(_ object: JSONObject, key: String) throws(RecordFlaw) {
        switch self {
        case .profile:
            guard key == Profile.key else { throw .key }
            _ = try Profile(object)
        case .settings:
            guard key.isRecordID, key.utf8.count <= SettingName.longest else { throw .key }
            _ = try Setting(object)
        case .friend:
            guard key.isRecordID else { throw .key }
            _ = try Friend(object)
        case .block:
            guard key.isRecordID else { throw .key }
            _ = try Block(object)
        case .result: _ = try RoundResult(object, under: key)
        case .solo:
            guard key.isRecordID else { throw .key }
            _ = try Solo(object)
        case .seat:
            guard key == SeatNote.key else { throw .key }
            _ = try SeatNote(object)
        case .game:
            guard key.isRecordID else { throw .key }
            _ = try DayGame(object)
        }
    }
}

extension RoundResult {
    /// Reads what stands under `key`, which says what the round was: against people, against a bot,
    /// or a puzzle.
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

/// What became of an object of an account.
package enum RecordEvent: Hashable, Sendable {
    case inserted(RecordBucket, key: String, JSONObject)
    case updated(RecordBucket, key: String, JSONObject)
    case deleted(RecordBucket, key: String)

    package var bucket: RecordBucket {
        switch self {
        case .inserted(let bucket, _, _), .updated(let bucket, _, _), .deleted(let bucket, _):
            bucket
        }
    }
}

/// Why an object of an account makes no sense. Every case is something that a program may have
/// written.
package enum RecordFlaw: Error, Hashable, Sendable {
    /// Objects of this bucket have other keys.
    case key
    case missing(member: String)
    case wrongType(member: String)
    /// Of the right type, but nothing that can be.
    case senseless(member: String)
    /// Each member makes sense, but not with another.
    case contradiction
}
