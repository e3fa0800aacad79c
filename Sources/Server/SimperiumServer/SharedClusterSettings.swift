import Cluster
import Host
import SimperiumBytes
import SimperiumClock
import SimperiumNetwork
import SimperiumWire

/// The settings that all servers of a cluster must have in common, and the secrets that each server
/// derives from the keys of the apps.
struct SharedClusterSettings {
    let terms: ClusterJoinConditions
    private let keys: [UInt8]

    init(_ settings: ServerSettings, _ host: HostSettings) throws(ServerFailure) {
        let apps = host.apps.keys.sorted { $0.text < $1.text }
        let lines = apps.flatMap { host.apps[$0]?.keyFileLines(of: $0) ?? [] }
        keys = Array(lines.joined(separator: "\n").utf8)
        let common = [
            ("app", apps.map(\.text).joined(separator: " ")),
            ("keys", lines.joined(separator: "\n")),
        ]
        let values = (common + (host.plugin?.sharedOptions ?? [])).sorted { $0.0 < $1.0 }
        let isNew = settings.keys.mayBeNew
        terms = ClusterJoinConditions(
            settings: values.map { name, value in
                ClusterJoinConditions.SharedOptionDigest(
                    name: name, digest: hmacSHA256(Array(value.utf8), key: Array("digest".utf8)))
            },
            mayBegin: isNew ? true : try !settings.areKeysShared(), isReplacing: isNew)
    }

    /// The key for connections between servers.
    var innerKey: [UInt8] { secret(for: "relay") }
    /// The token that the ssh servers of all nodes present.
    var doorToken: Token? { Token(secret(for: "door").hexText) }

    private func secret(for purpose: String) -> [UInt8] {
        hmacSHA256(Array("tictactoe \(purpose)".utf8), key: keys)
    }
}
