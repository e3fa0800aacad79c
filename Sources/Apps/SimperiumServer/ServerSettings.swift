package import EventLoop
package import Host
package import Network

/// What an operator decides about a server on this machine.
package struct ServerSettings: Sendable {
    package var addresses: [SocketAddress]
    /// Sockets that listen already, and were left to this process.
    package var sockets: [Descriptor] = []
    package var host = HostSettings()
    /// How many connections there may be, in all and from one household.
    package var connections = 20_000
    package var connectionsPerHousehold = 10_000

    package init(addresses: [SocketAddress]) {
        self.addresses = addresses
    }
}
