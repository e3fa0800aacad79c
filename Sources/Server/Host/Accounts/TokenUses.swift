import SimperiumClock
import SimperiumWire
import SyncHub

/// The last stored uses of tokens.
struct TokenUses {
    private static let capacity = 10_000

    /// The second since 1970 at the start of the clock of events, which may be long before the
    /// host's.
    private var start: Int
    /// The last uses that the host has stored. A token that was read earlier may not contain its
    /// last one.
    private var kept: [SecretDigest: Int] = [:]

    /// Creates the state without any uses. Time counts from `epoch` until the calendar is known.
    init(from epoch: UInt32) {
        start = Int(epoch)
    }

    /// Sets the calendar's time.
    mutating func setCalendarTime(_ stamp: ServerTime, at now: Instant) {
        start = Int(stamp.milliseconds / 1_000) - (now - .start).wholeSeconds
    }

    /// Returns the seconds since 1970.
    func unixSeconds(at now: Instant) -> Int { start + (now - .start).wholeSeconds }

    /// Returns the second to store for a use, and records it; nil if a use was stored within
    /// `pause`.
    mutating func recordUse(_ token: StoredToken, at now: Instant, every pause: Duration) -> Int? {
        let seconds = unixSeconds(at: now)
        let last = max(token.used, kept[token.digest] ?? 0)
        guard seconds - last >= pause.wholeSeconds else { return nil }
        if kept.count >= Self.capacity { kept = [:] }
        kept[token.digest] = seconds
        return seconds
    }
}

/// The choice of a user's tokens that end when there are too many.
struct TokenCull {
    /// The usual limit on tokens.
    let most: Int
    /// The limit if too many tokens are in use or fresh.
    let limit: Int

    /// Returns the tokens that end to make room for one more, the least recently used first; none
    /// if there is room. Tokens in use, or used since `morning`, are kept. Returns nil if there is
    /// no room then.
    func tokensToEnd(
        among tokens: [StoredToken], inUse: Set<CredentialID>, since morning: Int
    ) -> [SecretDigest]? {
        guard tokens.count >= most else { return [] }
        let idle = tokens.filter {
            $0.used < morning && !inUse.contains(CredentialID(of: $0.digest))
        }
        let byUse = idle.enumerated().sorted { one, other in
            (one.element.used, one.offset) < (other.element.used, other.offset)
        }
        let victims = byUse.prefix(tokens.count - most + 1).map(\.element.digest)
        return tokens.count - victims.count < limit ? victims : nil
    }
}
