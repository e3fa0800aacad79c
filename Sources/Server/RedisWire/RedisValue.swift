/// What Redis says in one piece, in the third version of its protocol.
package indirect enum RedisValue: Hashable, Sendable {
    case null
    case bool(Bool)
    case number(Int64)
    case double(Double)
    /// A word, a text of any bytes, or a number too big for any other case.
    case text([UInt8])
    case error(RedisError)
    /// A set is one, too: nobody here asks for the difference.
    case array([RedisValue])
    /// Keys and values by turns, in the order in which they came.
    case map([RedisValue])
}

extension RedisValue {
    package static func text(_ text: String) -> RedisValue { .text(Array(text.utf8)) }

    package var bytes: [UInt8]? {
        if case .text(let bytes) = self { bytes } else { nil }
    }

    /// Nil for what is no text, or not in UTF-8.
    package var string: String? {
        bytes.flatMap { String(validating: $0, as: UTF8.self) }
    }

    /// A number, also one that stands in a text, as hashes and scripts have them.
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

    /// What stands behind a key of a map; also of an array in which keys and values take turns,
    /// which is how scripts answer.
    package subscript(key: String) -> RedisValue? {
        switch self {
        case .map(let members), .array(let members):
            let wanted = RedisValue.text(key)
            return stride(from: 0, to: members.count - 1, by: 2)
                .first { members[$0] == wanted }.map { members[$0 + 1] }
        default: return nil
        }
    }
}
