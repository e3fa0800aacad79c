internal import SimperiumWire

/// A bucket's channel number, and the source of its change ids.
struct BucketChannel: Sendable {
    /// The same on each connection, until a user signs in again on a connection that is open.
    var number: ChannelNumber
    private var ids: ChangeIDs

    init(_ number: ChannelNumber, run: RunID) {
        self.number = number
        ids = ChangeIDs(run: run, channel: number)
    }

    mutating func nextID() -> ChangeID { ids.next() }

    func frame(_ command: ClientCommand) -> [UInt8] {
        ClientMessage.command(command, on: number).frame
    }
}
