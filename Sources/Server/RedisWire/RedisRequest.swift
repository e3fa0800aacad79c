internal import SimperiumBytes
internal import SimperiumClock

package enum RedisRequest: Hashable, Sendable {
    case command(RedisArguments)
    case script(RedisScript, keys: [[UInt8]], arguments: [[UInt8]])

    /// Returns the command to send, with a script's text or with its digest.
    func command(withScriptText hasText: Bool) -> RedisArguments {
        switch self {
        case .command(let command): return command
        case .script(let script, let keys, let arguments):
            var command =
                hasText
                ? RedisArguments("EVAL", script.text) : RedisArguments("EVALSHA", script.digest)
            command.append(keys.count)
            for text in keys { command.append(text) }
            for text in arguments { command.append(text) }
            return command
        }
    }
}

/// The id of a request. The caller must not use an id twice on one client.
package struct RedisRequestID: RawRepresentable, Hashable, Sendable {
    package let rawValue: UInt64

    package init(rawValue: UInt64) {
        self.rawValue = rawValue
    }
}

package enum RedisRequestOutcome: Hashable, Sendable {
    case answered(RedisValue)
    /// Redis answered the command with an error.
    case refused(RedisError)
    /// The connection ended before the answer. Redis may or may not have performed the command.
    case lost
    case unsent
}

/// A command with its arguments, or the arguments of a script. An argument may have any bytes.
package struct RedisArguments: Hashable, Sendable {
    package private(set) var all: [[UInt8]]

    package init(_ words: String...) {
        all = words.map { Array($0.utf8) }
    }

    package mutating func append(_ bytes: [UInt8]) { all.append(bytes) }
    package mutating func append(_ text: String) { all.append(Array(text.utf8)) }
    package mutating func append(_ number: Int) { append(String(number)) }
    package mutating func append(_ isTrue: Bool) { append(isTrue ? "1" : "0") }
    package mutating func append(_ other: RedisArguments) { all += other.all }

    /// Appends the length of a list, and then its elements.
    package mutating func append(list: [[UInt8]]) {
        append(list.count)
        all += list
    }
}

extension [UInt8] {
    /// Appends a command in Redis's protocol.
    package mutating func append(_ command: RedisArguments) {
        append(UInt8(ascii: "*"), count: command.all.count)
        for argument in command.all {
            append(UInt8(ascii: "$"), count: argument.count)
            append(contentsOf: argument)
            append(contentsOf: [0x0D, 0x0A])
        }
    }

    private mutating func append(_ kind: UInt8, count: Int) {
        append(kind)
        append(contentsOf: String(count).utf8)
        append(contentsOf: [0x0D, 0x0A])
    }
}

/// A Lua script that Redis performs atomically.
///
/// Redis finds a script by its digest, so nodes of different versions can use different scripts.
package struct RedisScript: Hashable, Sendable {
    package let text: String
    /// The SHA-1 digest of the text, in hex.
    package let digest: String

    package init(_ text: String) {
        self.text = text
        digest = sha1(Array(text.utf8)).hexText
    }

    package static func == (left: Self, right: Self) -> Bool { left.digest == right.digest }

    package func hash(into hasher: inout Hasher) { hasher.combine(digest) }
}
