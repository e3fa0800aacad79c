internal import SimperiumJSON

/// The beginning of a client's frame: enough to know its channel, and to answer a frame that is too
/// long.
package struct ClientFrameBeginning {
    /// The channel; nil if these bytes contain no valid channel number.
    package let channel: ChannelNumber?
    /// True if the frame is an `init`.
    package let isInit: Bool
    /// The key and the id of the first change, if the frame is a `c` and they are within these
    /// bytes.
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
        let outline = JSONCursor.firstOutline(in: payload, of: .change, .fromClient)
        let key = outline.string(.key, in: payload)
        change = (
            key.flatMap { $0.utf8.count <= Limits.remark ? $0 : nil },
            outline.string(.changeID, in: payload).flatMap(ChangeID.init)
        )
    }

    /// Returns the change that was too long, with the parts that are known, for the answer to its
    /// author.
    package func overlongFirstChange(bytes: Int) -> MalformedChange {
        MalformedChange(key: change.key, id: change.id, reason: .tooLong(bytes))
    }
}
