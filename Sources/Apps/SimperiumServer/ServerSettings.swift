package import Host
package import Network

/// What an operator decides about a server on this machine.
package struct ServerSettings: Sendable {
    package var addresses: [SocketAddress]
    package var host = HostSettings()
    /// How many connections there may be, in all and from one household.
    package var connections = 20_000
    package var connectionsPerHousehold = 10_000

    package init(addresses: [SocketAddress]) {
        self.addresses = addresses
    }
}
