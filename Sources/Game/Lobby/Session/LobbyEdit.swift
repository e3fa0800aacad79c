package import SimperiumJSON

/// A change to the lobby's buckets that a program wishes for.
package enum LobbyEdit: Hashable, Codable, Sendable {
    case insert(LobbyBucket, LobbyKey, JSONObject)
    /// Leaves all other members to programs that change them at the same time.
    case update(LobbyBucket, LobbyKey, setting: JSONObject, removing: [JSONString] = [])
    case delete(LobbyBucket, LobbyKey)
}
