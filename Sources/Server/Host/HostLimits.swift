package import SimperiumWire

/// All limits of the host other than the hub's, each with the outcome beyond it.
///
/// The requests of one address over HTTP have the same rate limit as the commands of one
/// connection. Beyond: 429, and the connection is closed.
package struct HostLimits: Hashable, Sendable {
    package var attempts = AttemptLimits()
    /// New users of an app that an address may add at once, and the pause before another one.
    /// Beyond: 429. The plug-in's app has limits of its own.
    package var signUps = 30
    package var signUpPause = Duration.seconds(2)
    package var passwords = HashingLimits()
    package var tokens = TokenLimits()
    /// The longest time that a request waits for changes. Then: an empty list.
    package var patience = Duration.seconds(55)
    /// The largest number of changes in a bulk that one event causes. The rest waits for `wake`.
    package var changesPerTurn = 64
    /// The bytes of all bulks in progress. Beyond: 503.
    package var bulkBytes = 64 << 20
    /// The requests that wait for changes. Beyond: answered at once.
    package var waitingRequests = 10_000
    /// The bytes per second that the WebSockets of one address may send, or cause as output.
    /// Beyond: the server stops reading from them for a while.
    package var addressBytesPerSecond = 16 << 20
    package var logLines = LogLimits()

    /// The time that the server reports a failure after its last one. It is as long as the pause
    /// after repeated failures of a bucket.
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
package struct HashingLimits: Hashable, Sendable {
    /// Passwords of one address that wait, behind the first of each other address.
    package var perAddress = 8
    /// Addresses with a password that waits: those where its user has signed in before, and as many
    /// others. The two take turns, so the first of each waits fifteen seconds at most.
    package var addresses = 75
    /// The cost of the hash of a new password.
    package var cost = PasswordHash.Cost.standard
}

/// Limits on a user's tokens.
package struct TokenLimits: Hashable, Sendable {
    /// Beyond, the least recently used tokens end, except those in use or used within `rest`.
    package var perUser = 100
    /// The number of tokens that can't end. Beyond: 429.
    package var freshPerUser = 1_000
    package var rest = Duration.seconds(172_800)
    /// The pause between two stored uses of a token. So a token that was used within a day has a
    /// stored use within `rest`.
    package var usePause = Duration.seconds(86_400)
    /// The time until an unused token expires: a year.
    package var lifetime = Duration.seconds(31_536_000)
}

/// Limits on creating and finding the accounts of the plug-in's app.
package struct PeopleLimits: Hashable, Sendable {
    /// Accounts that an address may create at once, and the pause before another one.
    /// Beyond: 429.
    package var signUps = 20
    package var signUpPause = Duration.seconds(60)
    /// Look-ups of other users at once, and the pause before another one. Beyond: 429.
    package var lookUps = 30
    package var lookUpPause = Duration.seconds(1)
    /// Invitations that a user may send at once, and the pause before another one. Beyond: 429.
    package var invitations = 20
    package var invitationPause = Duration.seconds(60)
    /// The time that the name of a deleted account stays reserved: ninety days.
    package var nameRest = Duration.seconds(7_776_000)

    package init() {}
}
