internal import SimperiumClock
package import SimperiumJSON
internal import SimperiumWire

/// The encoding of values in a recording, in a form that people can read.
///
/// The encoder writes bytes as text, or as hex digits if they are not UTF-8. Durations become whole
/// nanoseconds, and sets get a defined order. The encoder marks secrets, so that a `SecretRedactor`
/// can replace them.
package enum RecordingCoder {
    package static let encoder = RecordEncoder(substituting: customEncoding)
    package static let decoder = RecordDecoder(substituting: customDecoding)

    @Sendable private static func customEncoding(_ value: any Encodable) throws -> JSON? {
        let type = type(of: value)
        if type == [UInt8].self { return (value as? [UInt8]).map(textOrHex) }
        if let wait = value as? Duration { return JSON(Int(wait.nanoseconds)) }
        if let secret = value as? any Secret {
            return .string(SecretRedactor.markedSecret(secret.text))
        }
        return try (value as? any UnorderedCollection)?.encodeSorted(encoder)
    }

    @Sendable private static func customDecoding(
        _ type: any Decodable.Type, _ json: JSON
    ) throws -> (any Decodable)? {
        if type == [UInt8].self { return bytes(json) }
        if type == Duration.self { return json.int.map { Duration.nanoseconds($0) } }
        return nil
    }

    private static let hex: JSONString = "hex"

    private static func textOrHex(_ bytes: [UInt8]) -> JSON {
        if let text = JSONString(utf8: bytes) { return .string(text) }
        return .object([hex: JSON(bytes.hexText)])
    }

    private static func bytes(_ json: JSON) -> [UInt8]? {
        if case .string(let text) = json { return text.utf8 }
        guard let digits = json[hex]?.string?.utf8, digits.count % 2 == 0 else { return nil }
        let values = digits.compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
        guard values.count == digits.count else { return nil }
        return stride(from: 0, to: values.count, by: 2).map { index in
            UInt8(values[index] << 4 | values[index + 1])
        }
    }
}

/// A collection without a defined order. Its order differs between processes.
private protocol UnorderedCollection {
    func encodeSorted(_ encoder: RecordEncoder) throws -> JSON
}

extension Set: UnorderedCollection where Element: Encodable {
    fileprivate func encodeSorted(_ encoder: RecordEncoder) throws -> JSON {
        let elements = try map { try encoder.encode($0) }
        let inOrder = elements.map { ($0, $0.utf8) }
            .sorted { $0.1.lexicographicallyPrecedes($1.1) }
        return .array(inOrder.map(\.0))
    }
}
