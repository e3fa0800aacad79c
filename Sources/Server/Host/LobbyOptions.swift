import SimperiumJSON
import SimperiumWire

/// The default options of the lobby's buckets.
enum LobbyOptions {
    /// The time that a session is kept after its connection has closed, in seconds.
    static let grace = 60
    static let present: JSONObject = ["presence": "client", "presenceGrace": JSON(grace)]
    /// Two players share a correspondence game.
    static let games: JSONObject = ["sharing": true]
    /// The defaults of earlier servers.
    private static let earlier: [JSONObject] = [["presence": "client", "presenceGrace": 10]]

    /// True for default options of an earlier server that no administrator has changed.
    static func isOutdated(_ options: JSONObject, at version: EntityVersion) -> Bool {
        version == .first && earlier.contains(options)
    }

    /// Returns the seconds that a client has to reconnect, if they are fewer than the default.
    static func shortGrace(in options: JSONObject) -> Int? {
        let grace = options["presenceGrace"]?.int ?? 0
        return grace < Self.grace ? grace : nil
    }
}
