/// A value in Redis's protocol, version 3.
package indirect enum RedisValue: Hashable, Sendable {
    case null
    case number(Int64)
    /// A simple or bulk string of any bytes.
    case text([UInt8])
    case error(RedisError)
    case array([RedisValue])
    /// Alternating keys and values, in the order of arrival.
    case map([RedisValue])
}

extension RedisValue {
    package static func text(_ text: String) -> RedisValue { .text(Array(text.utf8)) }

    package var bytes: [UInt8]? {
        if case .text(let bytes) = self { bytes } else { nil }
    }

    /// The text as UTF-8; nil for a value of another kind, or for invalid UTF-8.
    package var string: String? {
        bytes.flatMap { String(validating: $0, as: UTF8.self) }
    }

    /// The number, even if it is written as a text, as in hashes and in scripts' answers; nil for
    /// other values.
    package var number: Int64? {
        switch self {
        case .number(let number): number
        case .text: string.flatMap { Int64($0) }
        default: nil
        }
    }

    package var elements: [RedisValue]? {
        if case .array(let elements) = self { elements } else { nil }
    }

    /// The value of a key in a map; nil if the key is missing, or if this value is not a map.
    package subscript(key: String) -> RedisValue? {
        guard case .map(let members) = self else { return nil }
        let wanted = RedisValue.text(key)
        return stride(from: 0, to: members.count - 1, by: 2)
            .first { members[$0] == wanted }.map { members[$0 + 1] }
    }
}

/// An error reply from Redis.
package struct RedisError: Error, Hashable, Sendable {
    /// The first word, which identifies the error.
    package let code: String
    /// The rest of the error, as a text for people.
    package let message: String

    package init(_ bytes: [UInt8]) {
        let text = String(decoding: bytes, as: UTF8.self)
        let parts = text.split(separator: " ", maxSplits: 1)
        code = parts.first.map(String.init) ?? ""
        message = parts.count > 1 ? String(parts[1]) : ""
    }

    package var isOutOfMemory: Bool { code == "OOM" }
}
