internal import SimperiumJSON

/// The parts of a frame: `0:c:{…}` is channel 0, the command `c` and its payload. Only the first
/// two colons separate parts; `h:3` has no channel.
struct FrameParts {
    let channel: ChannelNumber?
    let command: Range<Int>
    let payload: Range<Int>

    init(_ frame: Span<UInt8>, upTo longest: Int) throws(WireError) {
        guard frame.count <= longest else { throw .tooLong(frame.count) }
        guard let first = frame.firstIndex(of: .colon) else { throw .noColon(QuotedExcerpt(frame)) }
        guard first == 0 || frame[0].isChannel else {
            channel = nil
            command = 0..<first
            payload = (first + 1)..<frame.count
            return
        }
        channel = try ChannelNumber(digits: frame.extracting(..<first))
        let second = frame.firstIndex(of: .colon, from: first + 1) ?? frame.count
        command = (first + 1)..<second
        payload = min(second + 1, frame.count)..<frame.count
    }
}

extension ChannelNumber {
    /// Reads the number at the beginning of a frame; nil if the frame has no channel, or an invalid
    /// number.
    package init?(ofFrame frame: Span<UInt8>) {
        guard let channel = try? FrameParts(frame, upTo: .max).channel else { return nil }
        self = channel
    }

    fileprivate init(digits: Span<UInt8>) throws(WireError) {
        guard let number = digits.text?.decimal.flatMap(UInt16.init(exactly:)) else {
            throw .badChannel(QuotedExcerpt(digits))
        }
        self.init(rawValue: number)
    }
}

extension UInt8 {
    /// True if a frame that begins with this byte has a channel number, perhaps an invalid one.
    fileprivate var isChannel: Bool {
        isDigit || self == UInt8(ascii: "-") || self == UInt8(ascii: "+")
    }
}

/// The beginning of a client's frame: enough to answer a frame that is too long.
package struct ClientFrameBeginning {
    /// The channel; nil if these bytes contain no valid channel number.
    package let channel: ChannelNumber?
    package let isInit: Bool
    /// The key and the id of the first change in these bytes, if the frame is a `c`.
    private var change: (key: String?, id: ChangeID?) = (nil, nil)

    /// Reads the beginning of a whole frame, up to the length of a usual frame.
    package init(of frame: [UInt8]) {
        self.init(frame.span.extracting(first: Limits.usualFrame))
    }

    package init(_ head: Span<UInt8>) {
        guard let parts = try? FrameParts(head, upTo: .max) else {
            (channel, isInit) = (nil, false)
            return
        }
        channel = parts.channel
        let name = WireCommandName(head.extracting(parts.command))
        isInit = name == .initialize
        guard name == .change else { return }
        let payload = head.extracting(parts.payload)
        let outline = JSONCursor.firstOutline(in: payload, .fromClient)
        change = (
            outline.string(.key, in: payload),
            outline.string(.changeID, in: payload).flatMap(ChangeID.init)
        )
    }

    /// Returns the first change of the overlong frame, for the answer to the change's author.
    /// `bytes` is the length of the whole frame.
    package func overlongFirstChange(bytes: Int) -> MalformedChange {
        MalformedChange(key: change.key, id: change.id, reason: .tooLong(bytes))
    }
}
