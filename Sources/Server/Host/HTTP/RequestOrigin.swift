/// Where a caller comes from.
package struct RequestOrigin: Hashable, Sendable {
    /// The address in numbers, for the log.
    package let address: String
    /// What counts as one address where attempts are counted.
    package let addressPrefix: [UInt8]

    /// Whether it is this machine.
    package let isLoopback: Bool

    package init(address: String, addressPrefix: [UInt8], isLoopback: Bool = false) {
        self.address = address
        self.addressPrefix = addressPrefix
        self.isLoopback = isLoopback
    }
}
