internal import SimperiumWire

/// A bucket's channel number, and the source of its change ids.
struct BucketChannel: Sendable {
    /// The channel's number. It is the same on each connection, until a user signs in again on an
    /// open connection.
    var number: ChannelNumber
    private var ids: ChangeIDGenerator

    init(_ number: ChannelNumber, run: RunID) {
        self.number = number
        ids = ChangeIDGenerator(run: run, channel: number)
    }

    mutating func nextID() -> ChangeID { ids.next() }

    func frame(_ command: ClientCommand) -> [UInt8] {
        ClientMessage.command(command, on: number).frame
    }
}

/// The generator of one bucket's change ids: 32 hex digits made of run, channel and number.
struct ChangeIDGenerator: Sendable {
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
