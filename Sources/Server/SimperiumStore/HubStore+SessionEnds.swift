internal import SimperiumClock
internal import SimperiumJSON
internal import SimperiumWire

extension HubStore {
    borrowing func storeSessionEnd(
        _ stored: StoredSessionEnd, forgettingUpTo forgotten: ServerTime
    ) throws(StorageError) {
        let forget = try database.prepare(HubSQL.deleteOldSessionEnds)
        try forget.bind(Int(forgotten.milliseconds), at: 1)
        try forget.run()
        let statement = try database.prepare(HubSQL.insertSessionEnd)
        try statement.bind(stored.app, stored.user)
        try statement.bind(stored.clientID, at: 3)
        try statement.bind(stored.secret.bytes, at: 4)
        try statement.bind(stored.end.why.rawValue, at: 5)
        try statement.bind(stored.end.outcome?.utf8, at: 6)
        try statement.bind(Int(stored.stamp.milliseconds), at: 7)
        try statement.run()
    }

    borrowing func latestSessionEnds(
        after stamp: ServerTime, atMost count: Int
    ) throws(StorageError) -> [StoredSessionEnd] {
        let statement = try database.prepare(HubSQL.sessionEnds)
        try statement.bind(Int(stamp.milliseconds), at: 1)
        try statement.bind(count, at: 2)
        return try statement.mapRows { row throws(StorageError) in
            StoredSessionEnd(
                app: try row.name(in: 0), user: try row.name(in: 1), clientID: try row.name(in: 2),
                secret: SecretDigest(bytes: try row.requiredBytes(in: 3)),
                end: try row.sessionEnd(),
                stamp: try row.serverTime(in: 6))
        }
    }
}

extension Statement {
    fileprivate borrowing func sessionEnd() throws(StorageError) -> SessionEnd {
        guard let why = text(in: 4).flatMap(SessionEndReason.init) else { throw .implausible }
        guard let bytes = bytes(in: 5) else { return SessionEnd(why) }
        guard let outcome = (try? JSON(parsing: bytes))?.object else { throw .implausible }
        return SessionEnd(why, outcome: outcome)
    }
}
