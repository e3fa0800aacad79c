/// The parts of a frame: `0:c:{…}` is channel 0, the command `c` and its payload.
///
/// Only the first two colons separate parts. A frame such as `h:3` has no channel.
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
