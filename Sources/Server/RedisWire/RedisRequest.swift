/// A request to Redis.
package enum RedisRequest: Hashable, Sendable {
    case command(RedisCommand)
    case script(RedisScript, keys: [[UInt8]], arguments: [[UInt8]])

    /// Returns the command on the wire. With `inFull`, a script's text is sent instead of its
    /// digest.
    func command(inFull isInFull: Bool) -> RedisCommand {
        switch self {
        case .command(let command): return command
        case .script(let script, let keys, let arguments):
            var command = isInFull ? RedisCommand("EVAL") : RedisCommand("EVALSHA")
            command.append(isInFull ? script.text : script.digest)
            command.append(keys.count)
            for text in keys { command.append(text) }
            for text in arguments { command.append(text) }
            return command
        }
    }
}

/// The number of a request at one client.
package struct RedisRequestID: RawRepresentable, Hashable, Sendable {
    package let rawValue: UInt64

    package init(rawValue: UInt64) {
        self.rawValue = rawValue
    }
}

/// The result of a request.
package enum RedisOutcome: Hashable, Sendable {
    case answered(RedisValue)
    /// The command failed, and had no effect.
    case refused(RedisError)
    /// The connection broke before the answer, so the command may have been performed or not.
    case lost
    /// The command was not sent.
    case unsent
}
