package import SimperiumJSON

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
