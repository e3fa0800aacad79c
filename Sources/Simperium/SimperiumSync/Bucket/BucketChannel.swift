internal import SimperiumWire

/// A bucket's channel number on the connection, and the generator of the bucket's change ids.
struct BucketChannel: Sendable {
    /// The channel's number on the present connection. It is the bucket's index, or the next unused
    /// number if the channel was opened later than the connection.
    var number: ChannelNumber
    /// The run's id and the number of the bucket's first channel: 20 hex digits.
    private let changeIDPrefix: String
    private var lastChangeID: UInt64 = 0

    init(_ number: ChannelNumber, run: RunID) {
        self.number = number
        changeIDPrefix =
            Self.hex(run.rawValue, digits: 16) + Self.hex(UInt64(number.rawValue), digits: 4)
    }

    mutating func nextChangeID() -> ChangeID {
        lastChangeID += 1
        return .trappingIfInvalid(changeIDPrefix + Self.hex(lastChangeID, digits: 12))
    }

    func frame(_ command: ClientCommand) -> [UInt8] {
        ClientMessage.command(command, on: number).frame
    }

    private static func hex(_ number: UInt64, digits: Int) -> String {
        let text = String(number, radix: 16)
        return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
    }
}

/// The identity of one run of a program, unique everywhere: a random number from the operating
/// system. Change ids are derived from the run id, so no run id may be used twice.
package struct RunID: RawRepresentable, Hashable, Codable, Sendable {
    package let rawValue: UInt64

    package init(rawValue: UInt64) {
        self.rawValue = rawValue
    }
}
