/// Why what came on a connection can't be Redis, or is more than anybody asked for.
package enum RedisFault: Error, Hashable, Sendable {
    /// No value begins with that byte.
    case unknownKind(UInt8)
    case badNumber
    /// A text does not end where it said that it would.
    case unendedText
    case tooLong
    case tooDeep
}
