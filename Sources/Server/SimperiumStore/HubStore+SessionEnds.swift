internal import SimperiumClock
internal import SimperiumJSON
internal import SimperiumWire

/// The ends of recent sessions.
extension HubStore {
    borrowing func storeSessionEnd(
        _ stored: StoredSessionEnd, forgetting forgotten: ServerTime
    ) throws(StorageError) {
        let forget = try database.prepare(HubSQL.forgetSeatEnds)
        try forget.bind(Int(forgotten.milliseconds), at: 1)
        try forget.run()
        let statement = try database.prepare(HubSQL.endSeat)
        try statement.bind(stored.app, at: 1)
        try statement.bind(stored.user, at: 2)
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
        let statement = try database.prepare(HubSQL.seatEnds)
        try statement.bind(Int(stamp.milliseconds), at: 1)
        try statement.bind(count, at: 2)
        var ends: [StoredSessionEnd] = []
        while try statement.step() {
            ends.append(
                StoredSessionEnd(
                    app: try statement.name(in: 0), user: try statement.name(in: 1),
                    clientID: try statement.name(in: 2),
                    secret: SecretDigest(bytes: try statement.content(in: 3)),
                    end: try statement.sessionEnd(), stamp: try statement.stamp(in: 6)))
        }
        return ends
    }
}

extension Statement {
    fileprivate borrowing func sessionEnd() throws(StorageError) -> SessionEnd {
        guard let why = text(in: 4).flatMap(SessionEnd.Reason.init) else { throw .implausible }
        guard let bytes = bytes(in: 5) else { return SessionEnd(why) }
        guard let outcome = (try? JSON(parsing: bytes))?.object else { throw .implausible }
        return SessionEnd(why, outcome: outcome)
    }
}
