import SimperiumClock
import SimperiumWire
import SyncHub

/// When tokens were used, as far as that is kept: now and then, not at each use.
struct TokenUses {
    private static let capacity = 10_000

    /// Seconds since 1970 as the host began, or more if the clock was set back.
    private let start: Int
    /// When the use of each was kept last.
    private var kept: [SecretDigest: Int] = [:]

    init(from epoch: UInt32) {
        start = Int(epoch)
    }

    /// Seconds since 1970.
    func seconds(at now: Instant) -> Int { start + (now - .start).wholeSeconds }

    /// Takes note of a use. The time to be kept, unless one was a little while ago.
    mutating func note(_ token: SecretDigest, at now: Instant, every pause: Duration) -> Int? {
        let seconds = seconds(at: now)
        if let last = kept[token], seconds - last < pause.wholeSeconds { return nil }
        if kept.count >= Self.capacity { kept = [:] }
        kept[token] = seconds
        return seconds
    }
}

/// Which of a user's tokens go when there are too many.
struct TokenCull {
    /// The most that a user may have, and the most of which some may be too young to go.
    let most: Int
    let limit: Int

    /// Those that go so that there is room for one more: unused for longest first, but none that a
    /// channel is open by, and none that was used since `morning`. Nil if there is no room then.
    func victims(
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
