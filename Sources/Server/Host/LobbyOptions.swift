import SimperiumJSON
import SimperiumWire

/// The options that the lobby's buckets have unless an administrator gives them others.
enum LobbyOptions {
    /// For how long a seat is kept, in seconds.
    static let grace = 60
    static let present: JSONObject = ["presence": "client", "presenceGrace": JSON(grace)]
    /// Games over days are what two people share.
    static let games: JSONObject = ["sharing": true]
    /// What a server began with before.
    private static let earlier: [JSONObject] = [["presence": "client", "presenceGrace": 10]]

    /// Whether a server has written this of its own accord, and nobody has changed it since.
    static func isOutdated(_ options: JSONObject, at version: EntityVersion) -> Bool {
        version == .first && earlier.contains(options)
    }

    /// The seconds that options give to who is away, if that is fewer than is good.
    static func shortGrace(in options: JSONObject) -> Int? {
        let grace = options["presenceGrace"]?.int ?? 0
        return grace < Self.grace ? grace : nil
    }
}
