package import SimperiumWire

/// The hash of FIPS 180-4 by which secrets are kept without being known.
enum SHA256 {
    private static let blockSize = 64

    static func digest(of message: [UInt8]) -> [UInt8] {
        var state = initial
        for block in blocks(of: message) { mix(block, into: &state) }
        return state.flatMap { word in
            stride(from: 24, through: 0, by: -8).map { UInt8(truncatingIfNeeded: word >> $0) }
        }
    }

    /// The message with its padding and its length in bits.
    private static func blocks(of message: [UInt8]) -> [ArraySlice<UInt8>] {
        var bytes = message + [0x80]
        while bytes.count % blockSize != blockSize - 8 { bytes.append(0) }
        let bits = UInt64(message.count) * 8
        for shift in stride(from: UInt64(56), through: 0, by: -8) {
            bytes.append(UInt8(truncatingIfNeeded: bits >> shift))
        }
        return stride(from: 0, to: bytes.count, by: blockSize).map { bytes[$0..<$0 + blockSize] }
    }

    private static func mix(_ block: ArraySlice<UInt8>, into state: inout [UInt32]) {
        var words = stride(from: block.startIndex, to: block.endIndex, by: 4).map { start in
            block[start..<start + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        }
        for index in 16..<64 {
            let (early, late) = (words[index - 15], words[index - 2])
            let mixed = early.rotated(7) ^ early.rotated(18) ^ early >> 3
            let other = late.rotated(17) ^ late.rotated(19) ^ late >> 10
            words.append(words[index - 16] &+ mixed &+ words[index - 7] &+ other)
        }
        // Eight variables that move on by one position in each round.
        var turn = state
        for round in 0..<64 {
            func variable(_ number: Int) -> Int { (number &- round) & 7 }
            let (a, e) = (turn[variable(0)], turn[variable(4)])
            let (b, c) = (turn[variable(1)], turn[variable(2)])
            let choice = e & turn[variable(5)] ^ ~e & turn[variable(6)]
            let sum = e.rotated(6) ^ e.rotated(11) ^ e.rotated(25)
            let first = turn[variable(7)] &+ sum &+ choice &+ constants[round] &+ words[round]
            let second = a.rotated(2) ^ a.rotated(13) ^ a.rotated(22)
            turn[variable(3)] &+= first
            turn[variable(7)] = first &+ second &+ (a & b ^ a & c ^ b & c)
        }
        for index in state.indices { state[index] &+= turn[index] }
    }

    /// The first 64 primes.
    private static let primes = (2...311).filter { number in
        !(2..<number).contains { number % $0 == 0 }
    }

    /// The first 32 bits behind the point of the primes' square roots.
    private static let initial = primes.prefix(8).map { fraction(ofRootOf: $0, power: 2) }
    private static let constants = primes.map { fraction(ofRootOf: $0, power: 3) }

    /// Exact: the largest whole number whose power is not above the prime, 32 bits further left.
    private static func fraction(ofRootOf prime: Int, power: Int) -> UInt32 {
        let target = UInt128(prime) << UInt128(32 * power)
        var root: UInt128 = 0
        for bit in (UInt128(0)..<36).reversed() {
            let candidate = root | 1 << bit
            let raised = (1..<power).reduce(candidate) { product, _ in product * candidate }
            if raised <= target { root = candidate }
        }
        return UInt32(truncatingIfNeeded: root)
    }
}

extension UInt32 {
    fileprivate func rotated(_ count: UInt32) -> UInt32 { self >> count | self << (32 - count) }
}

extension SecretDigest {
    package init(of secret: some Secret) {
        self.init(bytes: SHA256.digest(of: Array(secret.text.utf8)))
    }
}
