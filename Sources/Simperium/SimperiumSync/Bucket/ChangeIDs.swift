internal import SimperiumWire

/// The generator of one bucket's change ids: 32 hex digits made of run, channel and number.
struct ChangeIDs: Sendable {
    private let prefix: String
    private var last: UInt64 = 0

    init(run: RunID, channel: ChannelNumber) {
        prefix = Self.hex(run.rawValue, digits: 16) + Self.hex(UInt64(channel.rawValue), digits: 4)
    }

    mutating func next() -> ChangeID {
        last += 1
        guard let id = ChangeID(prefix + Self.hex(last, digits: 12)) else {
            preconditionFailure("32 hex digits are a change id")
        }
        return id
    }

    private static func hex(_ number: UInt64, digits: Int) -> String {
        let text = String(number, radix: 16)
        return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
    }
}
