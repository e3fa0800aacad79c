package import Host
package import Recording
package import SimperiumClock
package import SimperiumLoop
package import SimperiumNetwork
package import SimperiumWebWire
package import SimperiumWire

/// What an operator decides about a server on this machine.
package struct ServerSettings: Sendable {
    package enum Store: Hashable, Sendable {
        case memory
        case file(String)
        /// A Redis that other servers share.
        case shared(EnginePlace)
    }

    /// The events that an acknowledged change survives, if the store is a file.
    package enum Durability: Hashable, Sendable {
        /// A power cut, too: the change is on the disk before it is acknowledged.
        case disk
        /// The end of the process. A power cut may take the last moments before it.
        case process
    }

    /// Where the certificate is, with those that lead to an authority, and its key. Read again on
    /// `reload`.
    package struct Certificate: Hashable, Sendable {
        package let chainFile: String
        package let keyFile: String

        package init(chainFile: String, keyFile: String) {
            self.chainFile = chainFile
            self.keyFile = keyFile
        }
    }

    /// How many connections there may be.
    package struct Connections: Hashable, Sendable {
        package var most = 20_000
        package var mostPerAddress = 10_000
    }

    /// Where the keys of the apps come from.
    package struct KeySource: Hashable, Sendable {
        /// Where they are, and are put when they are made. Without a file only the process itself
        /// knows them.
        package var file: String?
        /// Whether those are made that are missing.
        package var areMade = true
        /// True if Redis may have no data although the keys were used, and settings may differ from
        /// those before.
        package var mayBeNew = false

        package init() {}
    }

    package var addresses: [SocketAddress]
    /// The address for the other servers that share its store. Port 0 is any free one.
    package var innerAddress = SocketAddress.anyLoopback
    /// Sockets that listen already, and were left to this process.
    package var sockets: [Descriptor] = []
    /// How many connections there may be by one more way in, which only this machine's programs can
    /// take, at whichever port is free: never encrypted, and not counted with the rest. The door
    /// takes it. Nil if there is none.
    package var sideConnections: Int?
    package var store = Store.memory
    package var durability = Durability.disk
    /// Apps that are served beside the game's.
    package var apps: [AppID] = []
    package var keys = KeySource()
    package var certificate: Certificate?
    /// The proxies that are believed when they say for whom they speak.
    package var proxies = TrustedProxies()
    package var host = HostSettings()
    /// What writes down all that the hub does; nil if nothing is recorded.
    package var recorder: Recorder?
    package var connections = Connections()
    /// Bytes that may wait for a peer that does not take them. Beyond, it is dropped.
    package var outboxLimit = 4 << 20
    /// Bytes that may wait in the process, for all clients together. Beyond, those go that do not
    /// read, and of them the largest.
    package var memory = MemoryBudget(ofMachineWith: ThisProcess.memory)
    /// How long the server may be without clients before it stops by itself; nil for ever.
    package var idleLimit: Duration?

    package init(addresses: [SocketAddress]) {
        self.addresses = addresses
    }
}
