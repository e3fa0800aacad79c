/// What is asked of whichever server has its keys.
package enum RedisQuestion: Hashable, Sendable {
    /// The key says which server of a cluster it is for; without one any is good.
    case command(RedisCommand, key: [UInt8]?)
    case script(RedisScript, keys: [[UInt8]], arguments: [[UInt8]])
    /// Hears what is told on a channel from now on. It is answered by what Redis says unasked.
    case subscribe([UInt8])
    case unsubscribe([UInt8])

    package var key: [UInt8]? {
        switch self {
        case .command(_, let key): key
        case .script(_, let keys, _): keys.first
        case .subscribe(let channel), .unsubscribe(let channel): channel
        }
    }

    /// How it is said. A script that the server has forgotten is said in full.
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
        case .subscribe(let channel): return Self.word("SSUBSCRIBE", channel)
        case .unsubscribe(let channel): return Self.word("SUNSUBSCRIBE", channel)
        }
    }

    private static func word(_ word: String, _ channel: [UInt8]) -> RedisCommand {
        var command = RedisCommand(word)
        command.append(channel)
        return command
    }

    /// The push that stands for its answer; nil of what has an answer of its own.
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

/// Tells the questions of one asker apart.
package struct QuestionID: RawRepresentable, Hashable, Sendable {
    package let rawValue: UInt64

    package init(rawValue: UInt64) {
        self.rawValue = rawValue
    }
}

/// What came of a question.
package enum RedisOutcome: Hashable, Sendable {
    case answered(RedisValue)
    /// Nothing was done.
    case refused(RedisError)
    /// The connection broke before the answer: it was done, or it was not.
    case lost
    /// It was never said.
    case unsent
}
