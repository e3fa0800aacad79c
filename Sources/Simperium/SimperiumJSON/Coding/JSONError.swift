/// Why a text is not JSON, or not JSON that we take, and where.
public struct JSONError: Error, Hashable, Codable, Sendable {
    @nonexhaustive public enum Reason: Hashable, Codable, Sendable {
        case badEscape
        case badNumber
        case badUTF8
        case controlCharacter
        case loneSurrogate
        /// An exponent of 19 digits or more: no number that is meant.
        case numberOutOfRange
        case tooDeep
        case tooLarge
        /// A whole value, and then something else.
        case trailingBytes
        case unexpectedByte
        case unexpectedEnd
    }

    public let reason: Reason
    /// The byte of the parsed buffer at which the text stops making sense.
    public let offset: Int

    package init(_ reason: Reason, at offset: Int) {
        self.reason = reason
        self.offset = offset
    }
}
