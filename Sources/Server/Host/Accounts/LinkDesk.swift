import SimperiumClock
import SimperiumWire

/// The codes by which devices and keys are linked to users, and by which users come in again who
/// have lost their password. None outlives the process.
struct LinkDesk {
    /// A device that would like to be linked.
    struct Offer: Hashable {
        let device: String
        let address: String
        /// The fingerprint of the key, for which a door vouches.
        let key: String?
        /// What the device shows when it asks what became of it.
        let ticket: SecretDigest
    }

    /// The user's answer to an offer.
    enum Answer: Hashable {
        case waiting
        /// By the user as of this generation. A later change of the account voids it.
        case allowed(Int)
        case refused
    }

    /// The result for a device that asks again.
    enum Outcome {
        case waiting
        case allowed(UserID, Offer, Int)
        case refused
        case over
    }

    private struct Entry {
        let user: UserID
        let code: LinkCode
        let until: Instant
        var wrongTries = 0
        var offer: Offer?
        var answer = Answer.waiting
    }

    private struct Reset {
        let code: LinkCode
        let until: Instant
        /// The user's password when the code was made. Another password voids the code.
        let password: PasswordHash?
    }

    static let lifetime = Duration.seconds(300)
    private static let resetLifetime = Duration.seconds(3_600)
    private static let mostWrongTries = 5
    private static let capacity = 10_000

    private var entries: [UserID: Entry] = [:]
    /// Whose code begins so.
    private var owners: [String: UserID] = [:]
    private var resets: [UserID: Reset] = [:]
}

extension LinkDesk {
    /// The only code that a user has from now on; nil if too many have one.
    mutating func open(_ code: LinkCode, for user: UserID, at now: Instant) -> LinkCode? {
        close(user)
        if entries.count >= Self.capacity { forget(at: now) }
        guard entries.count < Self.capacity, owners[code.beginning] == nil else { return nil }
        entries[user] = Entry(user: user, code: code, until: now + Self.lifetime)
        owners[code.beginning] = user
        return code
    }

    /// Takes an offer in; false if there is no such code, or it was used or tried too often.
    mutating func take(_ offer: Offer, for code: LinkCode, at now: Instant) -> Bool {
        guard let user = owner(of: code, at: now) else { return false }
        guard entries[user]?.code == code else {
            entries[user]?.wrongTries += 1
            if entries[user]?.wrongTries == Self.mostWrongTries { close(user) }
            return false
        }
        guard entries[user]?.offer == nil else { return false }
        entries[user]?.offer = offer
        return true
    }

    /// What a user's code is, as long as nobody has used it, and what waits to be let in.
    mutating func state(of user: UserID, at now: Instant) -> (code: LinkCode?, waiting: Offer?) {
        guard let entry = entry(of: user, at: now), case .waiting = entry.answer else {
            return (nil, nil)
        }
        return (entry.offer == nil ? entry.code : nil, entry.offer)
    }

    /// False if nothing waits.
    mutating func answer(_ isAllowed: Bool, by user: StoredUser, at now: Instant) -> Bool {
        guard state(of: user.id, at: now).waiting != nil else { return false }
        entries[user.id]?.answer = isAllowed ? .allowed(user.generation) : .refused
        return true
    }

    /// What a device hears that has a ticket. Who is allowed in is so once.
    mutating func collect(_ code: LinkCode, _ ticket: SecretDigest, at now: Instant) -> Outcome {
        guard let user = owner(of: code, at: now), let entry = entries[user], entry.code == code,
            let offer = entry.offer, offer.ticket == ticket
        else { return .over }
        switch entry.answer {
        case .waiting: return .waiting
        case .refused: return .refused
        case .allowed(let generation):
            close(user)
            return .allowed(user, offer, generation)
        }
    }

    mutating func close(_ user: UserID) {
        guard let entry = entries.removeValue(forKey: user) else { return }
        owners[entry.code.beginning] = nil
    }

    private mutating func owner(of code: LinkCode, at now: Instant) -> UserID? {
        guard let user = owners[code.beginning] else { return nil }
        return entry(of: user, at: now) == nil ? nil : user
    }

    private mutating func entry(of user: UserID, at now: Instant) -> Entry? {
        guard let entry = entries[user] else { return nil }
        guard entry.until > now else {
            close(user)
            return nil
        }
        return entry
    }

    private mutating func forget(at now: Instant) {
        for entry in entries.values where entry.until <= now { close(entry.user) }
    }
}

extension LinkDesk {
    /// Opens the code that an operator gives a user, for an hour.
    mutating func reset(_ user: StoredUser, by code: LinkCode, at now: Instant) {
        if resets.count >= Self.capacity { resets = resets.filter { $0.value.until > now } }
        resets[user.id] = Reset(
            code: code, until: now + Self.resetLifetime, password: user.password)
    }

    /// True if a code is the one that an operator gave. A new password voids it. Wrong codes do
    /// not, because each of them costs its address.
    mutating func isReset(_ code: LinkCode?, of user: StoredUser, at now: Instant) -> Bool {
        guard let reset = resets[user.id], reset.until > now, reset.password == user.password
        else {
            resets[user.id] = nil
            return false
        }
        return code == reset.code
    }
}
