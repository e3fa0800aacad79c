internal import Lobby
internal import SimperiumSync

/// Which snapshot it was, and not what was to be seen in it: that has a history of its own, which
/// is as long as the door's. A recording of a guest who only watches can't be replayed alone.
extension LobbySnapshot: Codable {
    private enum CodingKeys: CodingKey {
        case version
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            lobbyState: LobbyState(), status: .offline(retryAt: nil, because: nil),
            version: try container.decode(Int.self, forKey: .version))
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(version, forKey: .version)
    }
}
