internal import SimperiumClock

/// Bytes that no attacker can foresee, which the operating system made and a shell handed in.
///
/// Each is used once. What one event needs is always there, because the supply asks for more while
/// it still holds enough for several.
struct SecretSupply {
    /// No event needs more than a quarter of it.
    static let least = 4_096
    static let saltSize = 16

    private var bytes: [UInt8] = []

    var isLow: Bool { bytes.count < Self.least }

    mutating func add(_ bytes: [UInt8]) {
        self.bytes += bytes
    }

    mutating func take(_ count: Int) -> [UInt8] {
        precondition(count <= bytes.count, "a secret was needed before there was any chance")
        defer { bytes.removeLast(count) }
        return Array(bytes.suffix(count))
    }

    /// A secret of 32 hex digits, as tokens are.
    mutating func hexText() -> String { take(16).hexText }
}
