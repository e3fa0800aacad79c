package import Host
package import Recording
package import SimperiumClock
package import SimperiumLoop
package import SimperiumNetwork
package import SimperiumWebWire
package import SimperiumWire

/// An operator's settings for a server on this machine.
package struct ServerSettings: Sendable {
    package enum StoreSetting: Hashable, Sendable {
        case memory
        case file(String)
        case shared(RedisDeployment)
    }

    /// The worst event that an acknowledged change survives, if the store is a file.
    package enum FileDurability: Hashable, Sendable {
        /// A power cut: the change is on the disk before it is acknowledged.
        case disk
        /// The end of the process. A power cut may lose the last changes.
        case process
    }

    /// The files with the certificate chain and its key. `Server.reloadCertificate` reads these
    /// files again.
    package struct CertificatePaths: Hashable, Sendable {
        package let chainFile: String
        package let keyFile: String

        package init(chainFile: String, keyFile: String) {
            self.chainFile = chainFile
            self.keyFile = keyFile
        }
    }

    /// Limits on open connections. Further connections are closed.
    package struct ClientConnectionLimits: Hashable, Sendable {
        package var most = 20_000
        package var mostPerAddress = 10_000
    }

    /// The origin of the apps' keys, and the conditions for new keys.
    package struct AppKeySource: Hashable, Sendable {
        /// The file with the keys; nil if the keys are lost when the process ends.
        package var file: String?
        /// The keys of a server without a file. Missing keys are created.
        package var ring = AppKeyRing()
        /// True if missing keys are created; false if they are an error.
        package var areMade = true
        /// True if Redis may be empty although the keys were used, and the settings may differ from
        /// the settings in Redis.
        package var mayBeNew = false

        package init() {}
    }

    package var addresses: [SocketAddress]
    /// The address for the other servers that share the store. Port 0 is any free port.
    package var innerAddress = SocketAddress.anyLoopback
    /// Listening sockets that the parent process has passed to this process.
    package var sockets: [Descriptor] = []
    /// The maximum number of connections at the side entrance, which the ssh server uses; nil
    /// without a side entrance. The side entrance accepts unencrypted connections from this machine
    /// at a free port, and counts them separately.
    package var sideConnections: Int?
    package var store = StoreSetting.memory
    /// The data that a server in memory starts with.
    package var contents = InMemoryServerData()
    package var durability = FileDurability.disk
    /// The apps besides the plug-in's app.
    package var apps: [AppID] = []
    package var keys = AppKeySource()
    package var certificate: CertificatePaths?
    /// The proxies that are trusted to name their clients.
    package var proxies = TrustedProxies()
    package var host = HostSettings()
    package var recorder: Recorder?
    package var connections = ClientConnectionLimits()
    /// The maximum number of bytes that wait to be sent to a peer. A peer with more bytes is
    /// disconnected.
    package var outboxLimit = 4 << 20
    /// The maximum number of bytes that wait in the process. With more, clients that do not read
    /// are disconnected, the clients with the most bytes first.
    package var memory = MemoryBudget(ofMachineWith: ThisProcess.memory)
    /// The time without clients until the server stops by itself; nil for never.
    package var idleLimit: Duration?

    package init(addresses: [SocketAddress]) {
        self.addresses = addresses
    }
}
