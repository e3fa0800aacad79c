package import SimperiumWire

/// All limits of the host other than the hub's, each with the outcome beyond it.
///
/// The requests of one address over HTTP have the same rate limit as the commands of one
/// connection. Beyond: 429, and the connection is closed.
package struct HostLimits: Hashable, Sendable {
    package var attempts = AttemptLimits()
    /// The most users of an app that an address may add at once. Beyond: 429. The plug-in's app has
    /// limits of its own.
    package var signUps = 30
    /// The pause before an address may add another user.
    package var signUpPause = Duration.seconds(2)
    package var passwords = HashingLimits()
    package var tokens = TokenLimits()
    /// The longest time that a request waits for changes. Then the answer is an empty list.
    package var patience = Duration.seconds(55)
    /// The most changes of a bulk that one event causes. The rest waits for `wake`.
    package var changesPerTurn = 64
    /// The most bytes of all bulks in progress. Beyond: 503.
    package var bulkBytes = 64 << 20
    /// The most requests that wait for changes. Beyond, a request is answered at once.
    package var waitingRequests = 10_000
    /// The most bytes per second that the WebSockets of one address may send, or cause as output.
    /// Beyond, the server stops reading from them for a while.
    package var addressBytesPerSecond = 16 << 20
    package var logLines = LogLimits()

    /// The time after its last failure that the server still reports it. It is as long as the pause
    /// after repeated failures of a bucket.
    package var failureMemory = Duration.seconds(60)

    package init() {}
}

/// Limits on attempts that may fail: wrong passwords, wrong codes, taken names. Beyond: 429.
package struct AttemptLimits: Hashable, Sendable {
    /// The most failures from one address before the next attempt must wait.
    package var freePerAddress = 20
    /// The most failures at one name, from all unknown addresses, before the next attempt must
    /// wait.
    package var freePerName = 5
    /// The first pause. Each next pause is twice as long, up to the longest.
    package var firstPause = Duration.seconds(1)
    package var longestPause = Duration.seconds(900)
}

/// Limits on the hashing of passwords, which is done one by one. Beyond: 503.
package struct HashingLimits: Hashable, Sendable {
    /// The most passwords of one address that wait. They wait behind the first of each other
    /// address.
    package var perAddress = 8
    /// The most known addresses with a password that waits, and the most others. An address is
    /// known if the user has signed in there before. The two groups take turns, so the first
    /// password of each waits fifteen seconds at most.
    package var addresses = 75
    /// The cost of the hash of a new password.
    package var cost = PasswordHash.Cost.standard
}

/// Limits on a user's tokens.
package struct TokenLimits: Hashable, Sendable {
    /// The most tokens of a user. Beyond, the least recently used tokens end, except those in use
    /// or used within `rest`.
    package var perUser = 100
    /// The most tokens that can't end. Beyond: 429.
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
    /// The most accounts that an address may create at once. Beyond: 429.
    package var signUps = 20
    /// The pause before an address may create another account.
    package var signUpPause = Duration.seconds(60)
    /// The most look-ups of other users at once. Beyond: 429.
    package var lookUps = 30
    /// The pause before another look-up.
    package var lookUpPause = Duration.seconds(1)
    /// The most invitations that a user may send at once. Beyond: 429.
    package var invitations = 20
    /// The pause before another invitation.
    package var invitationPause = Duration.seconds(60)
    /// The time that the name of a deleted account stays reserved: ninety days.
    package var nameRest = Duration.seconds(7_776_000)

    package init() {}
}
