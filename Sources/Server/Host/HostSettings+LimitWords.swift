import SimperiumClock
import SimperiumWire
import SyncHub

extension HostSettings {
    /// The limits that apply to the clients of any app, for the manual.
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
            (LimitWords.buckets, LimitWords.count(hub.bucketsPerUser, beyond: "400")),
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
        let attempts = limits.attempts
        let longest = attempts.longestPause.wholeSeconds / 60
        return [
            (
                LimitWords.failures,
                LimitWords.failures(attempts.freePerAddress, upTo: longest)
            ),
            (LimitWords.name, LimitWords.failures(attempts.freePerName, upTo: longest)),
            (
                LimitWords.signUps,
                LimitWords.attempts(
                    limits.signUps, thenEach: limits.signUpPause.wholeMilliseconds)
            ),
            (
                LimitWords.passwords,
                LimitWords.count(
                    limits.passwords.perAddress,
                    beyond: LimitWords.addressesTakeTurns(limits.passwords.addresses))
            ),
            (
                LimitWords.tokens,
                LimitWords.count(
                    limits.tokens.perUser,
                    beyond: LimitWords.signInEndsOldestToken(upTo: limits.tokens.freshPerUser))
            ),
            (
                LimitWords.waits,
                LimitWords.seconds(limits.patience.wholeSeconds, then: LimitWords.empty)
            ),
        ]
    }
}

/// The names of the limits, and the consequences of exceeding them.
enum LimitWords {
    static let object = "Size of an object, as compact JSON"
    static let message = "Size of a message, or of an HTTP body"
    static let bulk = "Changes in a message or a request"
    static let buckets = "Buckets of a user"
    static let key = "Length of an object's key"
    static let channels = "Channels on a connection"
    static let commands = "Commands on a connection, and HTTP requests from an address"
    static let waiting = "Pending commands on a connection"
    static let missed = "Changes that a returning client can have missed in a bucket"
    static let failures = "Failed sign-ins from an address"
    static let name = "Failed sign-ins to an account, from unknown addresses"
    static let signUps = "New users of an app from an address"
    static let passwords = "Passwords of an address that wait to be checked"
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

    static func failures(_ count: Int, upTo minutes: Int) -> String {
        "\(count) at once, then a pause that doubles from 1 second to \(minutes) minutes; "
            + "beyond that, 429"
    }

    static func addressesTakeTurns(_ addresses: Int) -> String {
        "503; \(addresses) addresses take turns"
    }

    static let closesOrRefuses = "413, or a closed connection if it is above 16 MiB"
    static let delayed = "a delay, or 429 over HTTP"
    static let startsOver = "the client loads the bucket again"
    static func signInEndsOldestToken(upTo count: Int) -> String {
        "a sign-in ends the least recently used one; tokens in use, or used within a day,"
            + " are kept, up to \(count); then 429"
    }
    static let empty = "the answer is an empty list"
}
