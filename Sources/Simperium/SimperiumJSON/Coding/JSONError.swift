/// The reason that a text is refused, and the offset of the fault. The text is not JSON, or exceeds
/// a limit.
public struct JSONError: Error, Hashable, Codable, Sendable {
    /// The kinds of faults: invalid JSON, or an exceeded limit.
    @nonexhaustive public enum Reason: Hashable, Codable, Sendable {
        case badEscape
        case badNumber
        case badUTF8
        case controlCharacter
        case loneSurrogate
        /// An exponent of 19 digits or more, not counting leading zeros. No peer sends one.
        case numberOutOfRange
        case tooDeep
        case tooLarge
        /// Bytes after a complete value.
        case trailingBytes
        case unexpectedByte
        case unexpectedEnd
    }

    /// The kind of the fault.
    public let reason: Reason
    /// The offset of the fault in the parsed buffer, in bytes. For an unexpected end, it is the
    /// buffer's length.
    public let offset: Int

    package init(_ reason: Reason, at offset: Int) {
        self.reason = reason
        self.offset = offset
    }
}
