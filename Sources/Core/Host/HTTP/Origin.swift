/// Where a caller comes from.
package struct Origin: Hashable, Sendable {
    /// The address in numbers, for the log.
    package let address: String
    /// What counts as one address where attempts are counted.
    package let household: [UInt8]

    package init(address: String, household: [UInt8]) {
        self.address = address
        self.household = household
    }
}
