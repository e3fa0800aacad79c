import Host
import Lobby
import SharedLog
import SimperiumWire

/// What a server goes by that all have in common which share its engine.
struct Agreement {
    private let settings: SharedSettings
    /// Whether the engine may be new to all.
    private let mayBegin: Bool
    private let isReplacing: Bool
    /// An engine that forgets everything while servers live takes it from them.
    var isMade = false

    init(_ settings: ServerSettings, _ host: HostSettings) throws(ServerFailure) {
        let apps = host.apps.keys.sorted { $0.text < $1.text }
        let keys = apps.flatMap { host.apps[$0]?.lines(of: $0) ?? [] }
        self.settings = SharedSettings([
            .init("app", of: apps.map(\.text).joined(separator: " ")),
            .init("firehose", of: host.fed.map(\.text).sorted().joined(separator: " ")),
            .init("hall-size", of: "\(host.halls.size)"),
            .init("keys", of: keys.joined(separator: "\n")),
            .init("lobby-token-file", of: host.lobby.token.text),
        ])
        isReplacing = settings.keys.mayBeNew
        mayBegin = isReplacing ? true : try !settings.areKeysShared()
    }

    func deed(of incarnation: Incarnation) -> OperatorDeed {
        .agree(
            settings, incarnation, mayBegin: mayBegin || isMade, isReplacing: isReplacing)
    }
}
