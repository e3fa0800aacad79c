internal import SimperiumJSON

/// The beginning of a frame from a client, and what it tells of the rest.
package struct FrameHead {
    /// Nil if the frame belongs to no channel, or says so too late.
    package let channel: ChannelNumber?
    /// Whether it is to begin a channel.
    package let isInit: Bool
    /// What can be said of the change that it holds, if it holds one.
    private let change: (key: String?, id: ChangeID?)

    package init(_ head: Span<UInt8>) {
        guard let parts = try? FrameParts(head, upTo: .max) else {
            (channel, change, isInit) = (nil, (nil, nil), false)
            return
        }
        channel = parts.channel
        let name = WireCommandName(head.extracting(parts.command))
        isInit = name == .initialize
        guard name == .change else {
            change = (nil, nil)
            return
        }
        let payload = head.extracting(parts.payload)
        let outline = JSONWalk.firstMembers(in: payload, of: .change, .fromClient)
        let key = outline.string(.key, in: payload)
        change = (
            key.flatMap { $0.utf8.count <= Limits.remark ? $0 : nil },
            outline.string(.changeID, in: payload).flatMap(ChangeID.init)
        )
    }

    /// The change that did not fit, as far as it is known, for the answer to its author.
    package func tooLong(bytes: Int) -> MalformedChange {
        MalformedChange(key: change.key, id: change.id, reason: .tooLong(bytes))
    }
}
