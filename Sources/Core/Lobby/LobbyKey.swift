internal import Game

/// The key of an object in one of the lobby's buckets.
package struct LobbyKey: RawRepresentable, Hashable, Codable, Sendable {
    package let rawValue: String

    package init(rawValue: String) {
        self.rawValue = rawValue
    }
}

extension PlayerID {
    var playerKey: LobbyKey { LobbyKey(rawValue: rawValue) }
    var watcherKey: LobbyKey { LobbyKey(rawValue: rawValue) }
}
