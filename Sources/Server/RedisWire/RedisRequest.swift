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
