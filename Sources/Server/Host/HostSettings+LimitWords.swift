import SimperiumClock
import SimperiumWire
import SyncHub

extension HostSettings {
    /// The names and texts of the limits that apply to the clients of any app, for the manual.
    package var limitWords: [(name: String, limit: String)] {
        let common: [(name: String, limit: String)] = [
            ("Size of an object, as compact JSON", "\(sizeWords(Limits.object)); beyond that, 413"),
            (
                "Size of a message, or of an HTTP body",
                """
                \(sizeWords(Limits.clientFrame)); beyond that, 413, or a closed connection if it \
                is above 16 MiB
                """
            ),
            ("Changes in a message or a request", "\(Limits.changesPerFrame); beyond that, 413"),
            ("Buckets of a user", "\(hub.bucketsPerUser); beyond that, 400"),
            ("Length of an object's key", "\(Limits.objectKey) bytes; beyond that, 400"),
            ("Channels on a connection", "\(hub.channelsPerConnection); beyond that, 500"),
            (
                "Commands on a connection, and HTTP requests from an address",
                """
                \(hub.pace.commandsPerSecond) a second after a burst of \
                \(hub.pace.commandsAtOnce); beyond that, a delay, or 429 over HTTP
                """
            ),
            ("Pending commands on a connection", "\(hub.waiting.commands); beyond that, 1008"),
            (
                "Changes that a returning client can have missed in a bucket",
                "\(hub.history.missedChanges); beyond that, the client loads the bucket again"
            ),
        ]
        return common + accountLimitWords
    }

    private var accountLimitWords: [(name: String, limit: String)] {
        let pause = limits.signUpPause.wholeMilliseconds
        let pauseWords =
            pause.isMultiple(of: 1_000) ? "\(pause / 1_000) seconds" : "\(pause) ms"
        return [
            (
                "Failed sign-ins from an address",
                attemptLimitWords(free: limits.attempts.freePerAddress)
            ),
            (
                "Failed sign-ins to an account, from unknown addresses",
                attemptLimitWords(free: limits.attempts.freePerName)
            ),
            (
                "New users of an app from an address",
                "\(limits.signUps) at once, then one every \(pauseWords); beyond that, 429"
            ),
            (
                "Passwords of an address that wait to be checked",
                """
                \(limits.passwords.perAddress); beyond that, 503; \
                \(limits.passwords.addresses) addresses take turns
                """
            ),
            (
                "Tokens per user",
                """
                \(limits.tokens.perUser); beyond that, a sign-in ends the least recently used one; \
                tokens in use, or used within a day, are kept, up to \
                \(limits.tokens.freshPerUser); then 429
                """
            ),
            (
                "Time that a request waits for changes",
                "\(limits.longPollTimeout.wholeSeconds) seconds, then the answer is an empty list"
            ),
        ]
    }

    private func sizeWords(_ bytes: Int) -> String {
        bytes.isMultiple(of: 1 << 20) ? "\(bytes >> 20) MiB" : "\(bytes >> 10) KiB"
    }

    private func attemptLimitWords(free count: Int) -> String {
        "\(count) at once, then a pause that doubles from 1 second to "
            + "\(limits.attempts.longestPause.wholeSeconds / 60) minutes; beyond that, 429"
    }
}
