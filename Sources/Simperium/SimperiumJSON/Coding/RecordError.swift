/// The reason that a value can't be encoded as JSON, or that JSON can't be decoded as the requested
/// type.
public struct RecordError: Error, Hashable, Sendable {
    /// The path to the fault in the value: names and indexes, with dots between them; empty for the
    /// whole value.
    public let path: String
    /// The fault, without its path.
    public let reason: String

    init(_ error: any Error) {
        switch error {
        case DecodingError.typeMismatch(_, let context),
            DecodingError.valueNotFound(_, let context),
            DecodingError.keyNotFound(_, let context),
            DecodingError.dataCorrupted(let context):
            self.init(context.codingPath, context.debugDescription)
        case EncodingError.invalidValue(_, let context):
            self.init(context.codingPath, context.debugDescription)
        default: self.init([], "\(error)")
        }
    }

    private init(_ path: [any CodingKey], _ reason: String) {
        self.path = path.map(\.stringValue).joined(separator: ".")
        self.reason = reason
    }
}

extension RecordError: CustomStringConvertible {
    public var description: String { path.isEmpty ? reason : "\(path) \(reason)" }
}
