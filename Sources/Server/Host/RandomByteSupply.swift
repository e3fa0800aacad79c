internal import SimperiumClock
internal import SimperiumWire

/// Random bytes from the operating system.
///
/// Each byte is used once. The host requests more bytes while the supply still has enough for
/// several events, so no event runs out of bytes.
struct RandomByteSupply {
    /// The minimum number of bytes. If fewer remain, the host requests more. No event needs more
    /// bytes than this, because no event takes a secret for each item of a list that a user can
    /// extend.
    static let least = 4_096
    static let saltSize = 16

    private var bytes: [UInt8] = []

    var isLow: Bool { bytes.count < Self.least }

    mutating func add(_ bytes: [UInt8]) {
        self.bytes += bytes
    }

    mutating func removeLast(_ count: Int) -> [UInt8] {
        precondition(count <= bytes.count, "`secrets` come before `started`, and for `needSecrets`")
        defer { bytes.removeLast(count) }
        return Array(bytes.suffix(count))
    }

    /// Returns a secret of 32 hex digits, the form of a token.
    mutating func newHexSecret() -> String { removeLast(16).hexText }
}
