/// The reason that a text is refused, and the place. The text is not JSON, or exceeds a limit.
public struct JSONError: Error, Hashable, Codable, Sendable {
    /// The kinds of faults in a text that is not JSON.
    @nonexhaustive public enum Reason: Hashable, Codable, Sendable {
        case badEscape
        case badNumber
        case badUTF8
        case controlCharacter
        case loneSurrogate
        /// An exponent of 19 digits or more, which no peer means.
        case numberOutOfRange
        case tooDeep
        case tooLarge
        /// Bytes behind a complete value.
        case trailingBytes
        case unexpectedByte
        case unexpectedEnd
    }

    /// The kind of the fault.
    public let reason: Reason
    /// The index of the first bad byte in the parsed buffer.
    public let offset: Int

    package init(_ reason: Reason, at offset: Int) {
        self.reason = reason
        self.offset = offset
    }
}
