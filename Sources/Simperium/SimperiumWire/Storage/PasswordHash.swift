/// What is kept of a password: what scrypt made of it, and how.
package struct PasswordHash: Hashable, Sendable {
    /// What scrypt is told to spend: N, r and p of RFC 7914.
    package struct Cost: Hashable, Sendable {
        package let rounds: Int
        package let blockSize: Int
        package let lanes: Int

        /// About a tenth of a second, and 32 MiB.
        package static let standard = Cost(rounds: 1 << 15, blockSize: 8, lanes: 1)

        package init(rounds: Int, blockSize: Int, lanes: Int) {
            self.rounds = rounds
            self.blockSize = blockSize
            self.lanes = lanes
        }
    }

    package let cost: Cost
    package let salt: [UInt8]
    package let result: [UInt8]

    package init(cost: Cost, salt: [UInt8], result: [UInt8]) {
        self.cost = cost
        self.salt = salt
        self.result = result
    }
}
