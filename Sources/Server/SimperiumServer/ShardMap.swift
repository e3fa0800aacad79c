import Cluster
package import Host
import SimperiumWire

/// The distribution of a server's data over the shards, which the plug-in decides.
package struct ShardMap: Sendable {
    private let plugin: (any AppPlugin)?

    package init(_ plugin: (any AppPlugin)?) {
        self.plugin = plugin
    }

    func shard(of log: UserLogID) -> Shard {
        guard let plugin, plugin.app == log.app else { return .home }
        return Shard(number: plugin.shard(of: log, among: Shard.count)) ?? .home
    }

    /// Returns the shard of the hall with this name; the first shard if no hall has the name.
    func shard(ofHall name: String) -> Shard {
        plugin.flatMap { Shard(number: $0.shard(ofHallInAddress: name, among: Shard.count)) }
            ?? .home
    }
}
