internal import SimperiumWire

/// A bucket's channel: its frames, and the names of its changes.
struct BucketChannel: Sendable {
    /// The same on each connection, until somebody signs in anew on one that stands.
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
