package import SimperiumWire

/// The limits on HTTP requests, bytes of WebSockets, sign-in attempts, passwords, tokens and log
/// lines. The hub's limits are in `HubLimits`. Each comment states the outcome beyond the limit.
///
/// The requests of one address over HTTP have the same rate limit as the commands of one
/// connection. A request beyond the limit is answered with 429, and the connection is closed.
package struct HostLimits: Hashable, Sendable {
    package var attempts = AttemptLimits()
    /// The most accounts of an app that an address may create at once; after that, one every
    /// `signUpPause`. Further requests are answered with 429. The plug-in's app has its own limits.
    package var signUps = 30
    package var signUpPause = Duration.seconds(2)
    package var passwords = HashingLimits()
    package var tokens = TokenLimits()
    /// The most open codes that link devices, and the most open codes that set new passwords.
    /// Further requests for a code are answered with 503.
    package var openCodes = 10_000
    /// The longest time that a request waits for changes. After this time, the answer is an empty
    /// list.
    package var longPollTimeout = Duration.seconds(55)
    /// The maximum number of changes of a bulk request that one event sends to the hub. The rest
    /// waits for `wake`.
    package var changesPerTick = 64
    /// The most bytes that the host holds for calls: bulk requests in progress, results that their
    /// callers wait for, and bodies being read. Further requests are answered with 503.
    package var bulkBytes = 64 << 20
    /// The most requests that wait for changes. Further requests to `changes` are answered at once.
    /// Administrators' requests to `all` count, but may always wait.
    package var waitingRequests = 10_000
    /// The maximum number of bytes per second that the server receives from one address, or
    /// produces for it, over all WebSockets of the address. Above the limit, the server stops
    /// reading from these WebSockets for a while.
    package var addressBytesPerSecond = 16 << 20
    package var logLines = LogLimits()

    /// A server counts as failing until this time has passed since the last failure of its store.
    /// The time equals the pause after repeated failures of a bucket.
    package var failureMemory = Duration.seconds(60)

    package init() {}
}

/// Limits on attempts that may fail: wrong passwords, wrong codes, taken names. Further attempts
/// are answered with 429.
package struct AttemptLimits: Hashable, Sendable {
    /// The most failures from one address before the next attempt must wait.
    package var freePerAddress = 20
    /// The most failures for one name before the next attempt must wait. Attempts from each known
    /// address are counted separately, and attempts from all unknown addresses together.
    package var freePerName = 5
    /// The first pause. Each next pause is twice as long, up to `longestPause`.
    package var firstPause = Duration.seconds(1)
    package var longestPause = Duration.seconds(900)
}

/// Limits on password hashing. The server hashes one password at a time. Further requests are
/// answered with 503.
package struct HashingLimits: Hashable, Sendable {
    /// The most waiting passwords of one address. Addresses take turns, so an address delays mostly
    /// itself.
    package var perAddress = 8
    /// The most known addresses with waiting passwords, and separately the most unknown addresses.
    /// An address is known if the user has signed in from it before. The two groups take turns, so
    /// an address waits about fifteen seconds at most for its first password.
    package var addresses = 75
    package var cost = ScryptParameters.standard
}

/// Limits on a user's tokens.
package struct TokenLimits: Hashable, Sendable {
    /// The maximum number of a user's tokens. A sign-in above the limit revokes the least recently
    /// used tokens, except tokens that are in use or were used within `rest`.
    package var perUser = 100
    /// The hard limit on the tokens of a user, if too few of them can be revoked. Further sign-ins
    /// are answered with 429.
    package var freshPerUser = 1_000
    package var rest = Duration.seconds(172_800)
    /// The minimum time between two stored uses of a token. So a token that was used within a day
    /// has a stored use within `rest`.
    package var usePause = Duration.seconds(86_400)
    /// The time until an unused token expires: a year.
    package var lifetime = Duration.seconds(31_536_000)
}

/// Limits on log lines. Lines beyond these limits, except errors, are only counted.
package struct LogLimits: Hashable, Sendable {
    package var perSecond = 200
    /// The limit on the average number of lines per day. A quarter of a day's lines may come at
    /// once.
    package var perDay = 200_000
}

/// Limits on creating and finding accounts, and on invitations, in the plug-in's app.
package struct PluginAccountRateLimits: Hashable, Sendable {
    /// The most accounts that an address may create at once. Further requests are answered with
    /// 429.
    package var signUps = 20
    package var signUpPause = Duration.seconds(60)
    /// The most look-ups of other users that a user may make at once. Further requests are answered
    /// with 429.
    package var lookUps = 30
    package var lookUpPause = Duration.seconds(1)
    /// The most invitations that a user may send at once. Further requests are answered with 429.
    package var invitations = 20
    package var invitationPause = Duration.seconds(60)
    /// The time that the name of a deleted account stays reserved: ninety days.
    package var nameReservation = Duration.seconds(7_776_000)

    package init() {}
}
