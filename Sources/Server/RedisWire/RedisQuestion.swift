/// A request to the Redis server that has its keys.
package enum RedisQuestion: Hashable, Sendable {
    /// The key determines the server of a cluster. Without a key any server will do.
    case command(RedisCommand, key: [UInt8]?)
    case script(RedisScript, keys: [[UInt8]], arguments: [[UInt8]])
    /// Subscribes to a channel. The answer is a push.
    case subscribe([UInt8])
    case unsubscribe([UInt8])

    package var key: [UInt8]? {
        switch self {
        case .command(_, let key): key
        case .script(_, let keys, _): keys.first
        case .subscribe(let channel), .unsubscribe(let channel): channel
        }
    }

    /// The command on the wire. With `inFull`, a script's text is sent instead of its digest.
    func command(inFull isInFull: Bool) -> RedisCommand {
        switch self {
        case .command(let command, _): return command
        case .script(let script, let keys, let arguments):
            var command = isInFull ? RedisCommand("EVAL") : RedisCommand("EVALSHA")
            command.append(isInFull ? script.text : script.digest)
            command.append(keys.count)
            for text in keys { command.append(text) }
            for text in arguments { command.append(text) }
            return command
        case .subscribe(let channel): return Self.channelCommand("SSUBSCRIBE", channel)
        case .unsubscribe(let channel): return Self.channelCommand("SUNSUBSCRIBE", channel)
        }
    }

    private static func channelCommand(_ word: String, _ channel: [UInt8]) -> RedisCommand {
        var command = RedisCommand(word)
        command.append(channel)
        return command
    }

    /// True if the push is the answer to this subscription; false for other requests.
    func isConfirmed(by push: [RedisValue]) -> Bool {
        guard push.count > 1 else { return false }
        switch self {
        case .subscribe(let channel):
            return push[0] == .text("ssubscribe") && push[1].bytes == channel
        case .unsubscribe(let channel):
            return push[0] == .text("sunsubscribe") && push[1].bytes == channel
        case .command, .script: return false
        }
    }
}

/// The number of a request at one client.
package struct QuestionID: RawRepresentable, Hashable, Sendable {
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
