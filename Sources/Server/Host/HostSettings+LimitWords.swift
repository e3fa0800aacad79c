import SimperiumClock
import SimperiumWire
import SyncHub

extension HostSettings {
    /// The limits that clients of any app meet, for the manual.
    package var limitWords: [(name: String, limit: String)] {
        [
            (LimitWords.object, LimitWords.size(Limits.object, beyond: "413")),
            (
                LimitWords.message,
                LimitWords.size(Limits.clientFrame, beyond: LimitWords.closesOrRefuses)
            ),
            (
                LimitWords.bulk, LimitWords.count(Limits.changesPerFrame, beyond: "413")
            ),
            (LimitWords.key, LimitWords.bytes(Limits.objectKey, beyond: "400")),
            (
                LimitWords.channels, LimitWords.count(hub.channelsPerConnection, beyond: "500")
            ),
            (
                LimitWords.commands,
                LimitWords.rate(
                    hub.pace.commandsPerSecond, aSecondAfter: hub.pace.commandsAtOnce,
                    beyond: LimitWords.delayed)
            ),
            (
                LimitWords.waiting, LimitWords.count(hub.waiting.commands, beyond: "1008")
            ),
            (
                LimitWords.missed,
                LimitWords.count(hub.history.missedChanges, beyond: LimitWords.startsOver)
            ),
        ] + accountLimitWords
    }

    private var accountLimitWords: [(name: String, limit: String)] {
        let pause = limits.addressPause.wholeMilliseconds
        let price = limits.successesPerFailure
        return [
            (
                LimitWords.failures,
                LimitWords.attempts(limits.attemptsPerAddress, thenEach: pause)
            ),
            (
                LimitWords.successes,
                LimitWords.attempts(limits.attemptsPerAddress * price, thenEach: pause / price)
            ),
            (
                LimitWords.name,
                LimitWords.attempts(
                    limits.attemptsPerName, thenEach: limits.namePause.wholeMilliseconds)
            ),
            (
                LimitWords.tokens,
                LimitWords.count(
                    limits.tokens.perUser,
                    beyond: LimitWords.tokensGo(upTo: limits.tokens.freshPerUser))
            ),
            (
                LimitWords.waits,
                LimitWords.seconds(limits.patience.wholeSeconds, then: LimitWords.empty)
            ),
        ]
    }
}

/// The names of the limits, and the consequences of reaching them.
enum LimitWords {
    static let object = "Size of an object, as compact JSON"
    static let message = "Size of a message, or of an HTTP body"
    static let bulk = "Changes in a message or a request"
    static let key = "Length of an object's key"
    static let channels = "Channels on a connection"
    static let commands = "Commands on a connection, and HTTP requests from an address"
    static let waiting = "Pending commands on a connection"
    static let missed = "Changes that a returning client can have missed in a bucket"
    static let failures = "Failed sign-ins from an address"
    static let successes = "Sign-ins from an address"
    static let name = "Failed sign-ins to an account"
    static let tokens = "Tokens per user"
    static let waits = "Time that a request waits for changes"

    static func size(_ bytes: Int, beyond: String) -> String {
        let text = bytes.isMultiple(of: 1 << 20) ? "\(bytes >> 20) MiB" : "\(bytes >> 10) KiB"
        return "\(text); beyond that, \(beyond)"
    }

    static func bytes(_ count: Int, beyond: String) -> String {
        "\(count) bytes; beyond that, \(beyond)"
    }

    static func count(_ count: Int, beyond: String) -> String {
        "\(count); beyond that, \(beyond)"
    }

    static func seconds(_ count: Int, then: String) -> String {
        "\(count) seconds, then \(then)"
    }

    static func rate(_ count: Int, aSecondAfter saved: Int, beyond: String) -> String {
        "\(count) a second after a burst of \(saved); beyond that, \(beyond)"
    }

    static func attempts(_ count: Int, thenEach milliseconds: Int) -> String {
        let isWhole = milliseconds.isMultiple(of: 1_000)
        let pause = isWhole ? "\(milliseconds / 1_000) seconds" : "\(milliseconds) ms"
        return "\(count) at once, then one every \(pause); beyond that, 429"
    }

    static let closesOrRefuses = "413, or a closed connection if it is above 16 MiB"
    static let delayed = "a delay, or 429 over HTTP"
    static let startsOver = "the client loads the bucket again"
    static func tokensGo(upTo count: Int) -> String {
        "a sign-in ends the least recently used one; tokens in use, or used within a day,"
            + " are kept, up to \(count); then 429"
    }
    static let empty = "the answer is an empty list"
}
