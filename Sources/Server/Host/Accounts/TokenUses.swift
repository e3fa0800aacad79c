import SimperiumClock
import SimperiumWire
import SyncHub

/// The last stored uses of tokens, and the calendar time.
struct TokenUses {
    private static let capacity = 10_000

    /// The seconds since 1970 at `Instant.start`, which may be long before the host's start.
    private var start: Int
    /// The times of the last uses that this host has stored, in seconds since 1970. A `StoredToken`
    /// that was read before a use does not contain that use.
    private var kept: [SecretDigest: Int] = [:]

    /// Creates the state without any uses. Until the calendar is known, time counts from `epoch`,
    /// in seconds since 1970.
    init(from epoch: UInt32) {
        start = Int(epoch)
    }

    /// Records that the wall clock shows `stamp` at `now`.
    mutating func setCalendarTime(_ stamp: ServerTime, at now: Instant) {
        start = Int(stamp.milliseconds / 1_000) - (now - .start).wholeSeconds
    }

    func unixSeconds(at now: Instant) -> Int { start + (now - .start).wholeSeconds }

    /// Returns the time to store for a use, in seconds since 1970, and records this time. Returns
    /// nil if a use was stored within `pause`.
    mutating func recordUseIfDue(_ token: StoredToken, at now: Instant, every pause: Duration)
        -> Int?
    {
        let seconds = unixSeconds(at: now)
        let last = max(token.used, kept[token.digest] ?? 0)
        guard seconds - last >= pause.wholeSeconds else { return nil }
        if kept.count >= Self.capacity { kept = [:] }
        kept[token.digest] = seconds
        return seconds
    }
}

extension TokenLimits {
    /// Returns the digests of the tokens to revoke to make room for one more, the least recently
    /// used first; none if there is room. Tokens in use, or used since `cutoff`, are kept. Returns
    /// nil if at least `freshPerUser` tokens would remain.
    func evictedTokens(
        among tokens: [StoredToken], inUse: Set<CredentialID>, since cutoff: Int
    ) -> [SecretDigest]? {
        guard tokens.count >= perUser else { return [] }
        let idle = tokens.filter {
            $0.used < cutoff && !inUse.contains(CredentialID(of: $0.digest))
        }
        let byUse = idle.enumerated().sorted { one, other in
            (one.element.used, one.offset) < (other.element.used, other.offset)
        }
        let evicted = byUse.prefix(tokens.count - perUser + 1).map(\.element.digest)
        return tokens.count - evicted.count < freshPerUser ? evicted : nil
    }
}
