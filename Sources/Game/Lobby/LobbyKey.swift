internal import Game

/// The key of an object in one of the lobby's buckets.
package struct LobbyKey: RawRepresentable, Hashable, Codable, Sendable {
    package let rawValue: String

    package init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Whether it has the form of the ids that visitors give themselves: fifteen hex digits. The
    /// tutorial's program makes its keys of thirty-two.
    var looksLikeID: Bool {
        rawValue.utf8.count == 15
            && rawValue.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
    }
}

extension PlayerID {
    var playerKey: LobbyKey { LobbyKey(rawValue: rawValue) }
    var watcherKey: LobbyKey { LobbyKey(rawValue: rawValue) }
}
