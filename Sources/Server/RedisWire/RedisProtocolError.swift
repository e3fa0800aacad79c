/// The reason that the bytes on a connection are not Redis's protocol, or exceed a limit.
package enum RedisProtocolError: Error, Hashable, Sendable {
    /// A value begins with an unknown byte.
    case unknownKind(UInt8)
    case badNumber
    /// A text has no line end after the announced length.
    case unendedText
    case tooLong
    case tooDeep
}
