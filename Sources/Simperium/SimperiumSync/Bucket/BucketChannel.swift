internal import SimperiumWire

/// A bucket's channel: its number on the connection, and the generator of the bucket's change ids.
struct BucketChannel: Sendable {
    /// The channel's number on the present connection: the bucket's index, or an unused number if
    /// the channel was opened later.
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

/// The generator of one bucket's change ids: 32 hex digits made of the run's id, the number of the
/// bucket's first channel, and a counter.
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
