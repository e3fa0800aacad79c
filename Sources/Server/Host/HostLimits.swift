/// Every limit of the host that is not its hub's. Each says what happens beyond it.
///
/// What one address asks over HTTP is limited as what one connection of the hub commands. Beyond:
/// 429, and the connection is closed.
package struct HostLimits: Hashable, Sendable {
    package var attempts = AttemptLimits()
    /// New users of an app that an address may add at once, and the pause before another one.
    /// Beyond: 429. The game has limits of its own.
    package var signUps = 30
    package var signUpPause = Duration.seconds(2)
    package var passwords = PasswordLimits()
    package var tokens = TokenLimits()
    /// How long a caller is kept waiting for changes. Then: an empty list.
    package var patience = Duration.seconds(55)
    /// Changes of a bulk that one event may cause. The rest waits for `wake`.
    package var changesPerTurn = 64
    /// Bytes of the bulks that are being made. Beyond: 503.
    package var bulkBytes = 64 << 20
    /// Requests that wait for changes. Beyond: answered at once.
    package var waitingRequests = 10_000
    /// What the WebSockets of one address may send in a second, and have made for them, in bytes:
    /// beyond, nothing more is read of it for a while.
    package var addressBytesPerSecond = 16 << 20
    package var logLines = LogLimits()

    /// How long the server is told to fail after its store did: as long as a bucket that the store
    /// fails again and again is left alone.
    package var failureMemory = Duration.seconds(60)

    package init() {}
}

/// Limits on attempts that may fail: wrong passwords, wrong codes, taken names. Beyond: 429.
package struct AttemptLimits: Hashable, Sendable {
    /// Failures from one address, and at one name from all unknown addresses, before the next
    /// attempt must wait.
    package var freePerAddress = 20
    package var freePerName = 5
    /// The first pause. Each next one is twice as long, up to the longest.
    package var firstPause = Duration.seconds(1)
    package var longestPause = Duration.seconds(900)
}

/// Limits on the hashing of passwords, which is done one by one. Beyond: 503.
package struct PasswordLimits: Hashable, Sendable {
    /// Passwords of one address that wait, behind the first of each other address.
    package var perAddress = 8
    /// Addresses with a password that waits: those where its user has signed in before, and as many
    /// others. The two take turns, so the first of each waits fifteen seconds at most.
    package var addresses = 75
}

/// How many tokens a user may have, and which of them go.
package struct TokenLimits: Hashable, Sendable {
    /// Beyond, those unused for longest go, but none that is in use or was used within `rest`.
    package var perUser = 100
    /// If there are this many of those: 429.
    package var freshPerUser = 1_000
    package var rest = Duration.seconds(172_800)
    /// The time between two stored uses of a token. So a token that was used
    /// within a day has a stored use within `rest`.
    package var usePause = Duration.seconds(86_400)
    /// The time after which an unused token is void: a year.
    package var lifetime = Duration.seconds(31_536_000)
}

/// What the game's accounts cost those who make and look for them.
package struct PeopleLimits: Hashable, Sendable {
    /// Accounts of the game that an address may make at once, and for how long it waits for another
    /// one. Beyond: 429.
    package var signUps = 20
    package var signUpPause = Duration.seconds(60)
    /// How many others somebody may look up at once, and how long the next one takes. Beyond: 429.
    package var lookUps = 30
    package var lookUpPause = Duration.seconds(1)
    /// How many games over days somebody may begin at once, and how long the next one takes.
    /// Beyond: 429.
    package var gameStarts = 20
    package var gameStartPause = Duration.seconds(60)
    /// For how long the name of an account that was deleted is nobody's: ninety days.
    package var nameRest = Duration.seconds(7_776_000)

    package init() {}
}
