internal import SimperiumWire

/// A bucket's channel, the same on each connection: its frames, and the names of its changes.
struct BucketChannel: Sendable {
    let number: ChannelNumber
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
