/// Every limit of the host that is not its hub's. Each says what happens beyond it.
///
/// What one address asks over HTTP is limited as what one connection of the hub commands. Beyond:
/// 429, and the connection is closed.
package struct HostLimits: Hashable, Sendable {
    /// Attempts to get in by a password that an address has saved up at most, and for how long it
    /// waits for another one. Beyond: 429.
    package var attemptsPerAddress = 30
    package var addressPause = Duration.seconds(2)
    /// The same for one name, wherever it is tried from.
    package var attemptsPerName = 10
    package var namePause = Duration.seconds(6)
    /// So many that succeed cost an address what one costs that does not.
    package var successesPerFailure = 8
    /// Passwords that wait to be hashed. Beyond: 503.
    package var waitingPasswords = 32
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

/// How many tokens a user may have, and which of them go.
package struct TokenLimits: Hashable, Sendable {
    /// Beyond, those unused for longest go, but none that is in use or was used within `rest`.
    package var perUser = 100
    /// If there are this many of those: 429.
    package var freshPerUser = 1_000
    package var rest = Duration.seconds(86_400)
    /// How often the use of a token is kept.
    package var usePause = Duration.seconds(3_600)
}

/// What the game's accounts cost those who make and look for them.
package struct PeopleLimits: Hashable, Sendable {
    /// Attempts to sign in to the game that fail, at one name or from one address, before the next
    /// must wait: at first so long, and then twice as long each time, up to the longest. Beyond:
    /// 429.
    package var freeFailuresPerName = 5
    package var freeFailuresPerAddress = 20
    package var firstPause = Duration.seconds(1)
    package var longestPause = Duration.seconds(900)
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
