package import SimperiumWebWire
package import SimperiumWire
package import SyncHub

/// An operator's settings of a server.
package struct HostSettings: Sendable {
    /// The version of the program, for `/healthz`.
    package var version = ""
    /// The program's process id, for `/healthz`.
    package var process = 0
    /// The plug-in of one app; nil for a server without a plug-in.
    package var plugin: (any AppPlugin)?
    package var apps: [AppID: AppKeys] = [:]
    package var hub = HubLimits()
    package var limits = HostLimits()
    package var people = PluginAccountRateLimits()
    package var shards = HallSharding.undivided
    /// The web pages that may send requests over loopback.
    package var pages = OriginPolicy.all

    package init() {}
}
