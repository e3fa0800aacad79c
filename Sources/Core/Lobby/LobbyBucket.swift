/// The lobby's buckets. Raw values are their names.
///
/// Whoever opens them opens Player first: a Match is of no use before the people in it are known.
package enum LobbyBucket: String, Hashable, Codable, Sendable, CaseIterable {
    case player = "Player"
    case match = "Match"
    case watcher = "Watcher"
}

/// The key of an object in one of the lobby's buckets.
package struct LobbyKey: RawRepresentable, Hashable, Codable, Sendable {
    package let rawValue: String

    package init(rawValue: String) {
        self.rawValue = rawValue
    }
}
