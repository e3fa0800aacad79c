import SimperiumClock
import SimperiumWire

/// The open codes: link codes, which link devices and keys to users, and reset codes, which let
/// users set a new password. All codes are lost when the process ends.
///
/// Order of calls for a link: `openLinkCodeClosingEarlier` opens a user's code, and
/// `addOrCountWrongTry` records the offer of a device with this code. Then `answerWaitingOffer`
/// records the user's answer, and `collectApproval` returns the answer to the device. `Host` issues
/// the token.
struct OpenDeviceLinkAndResetCodes {
    struct LinkOffer: Hashable {
        let device: String
        let address: String
        /// The fingerprint of the key that the ssh server has authenticated for the device; nil for
        /// a device without a key.
        let key: String?
        /// The digest of the secret that the device presents to collect the answer.
        let ticket: SecretDigest
    }

    /// The user's answer to an offer.
    enum LinkAnswer: Hashable {
        case waiting
        /// An approval, with the account's generation when the user allowed the link. A later
        /// change of the account voids the approval.
        case allowed(Int)
        case refused
    }

    private struct OpenLinkCode {
        let code: DeviceLinkOrResetCode
        let until: Instant
        var wrongTries = 0
        var offer: LinkOffer?
        var answer = LinkAnswer.waiting
    }

    private struct OpenResetCode {
        let code: DeviceLinkOrResetCode
        let until: Instant
        /// The hash of the user's password when the code was opened; nil if the user had no
        /// password. A new password voids the code.
        let password: PasswordHash?
    }

    static let lifetime = Duration.seconds(300)
    private static let resetLifetime = Duration.seconds(3_600)
    private static let mostWrongTries = 5

    /// The most open link codes, and the most open reset codes.
    private let capacity: Int
    private var entries: [UserID: OpenLinkCode] = [:]
    /// The users of the open link codes, by the prefixes of the codes.
    private var owners: [String: UserID] = [:]
    private var resets: [UserID: OpenResetCode] = [:]

    init(capacity: Int) {
        self.capacity = capacity
    }
}

extension OpenDeviceLinkAndResetCodes {
    /// Closes a user's earlier link code, and opens and returns `code`. Returns nil, and opens no
    /// code, if too many codes are open or another open code has the same prefix.
    mutating func openLinkCodeClosingEarlier(
        _ code: DeviceLinkOrResetCode, for user: UserID, at now: Instant
    ) -> DeviceLinkOrResetCode? {
        removeLinkCode(of: user)
        if entries.count >= capacity { removeExpiredLinkCodes(at: now) }
        guard entries.count < capacity, owners[code.lookupPrefix] == nil else { return nil }
        entries[user] = OpenLinkCode(code: code, until: now + Self.lifetime)
        owners[code.lookupPrefix] = user
        return code
    }

    /// Records an offer. Returns false if the code is wrong, has expired, was used, or was tried
    /// too often. Too many wrong tries close the code.
    mutating func addOrCountWrongTry(
        _ offer: LinkOffer, for code: DeviceLinkOrResetCode, at now: Instant
    ) -> Bool {
        guard let user = userByPrefixDroppingExpired(of: code, at: now) else { return false }
        guard entries[user]?.code == code else {
            entries[user]?.wrongTries += 1
            if entries[user]?.wrongTries == Self.mostWrongTries { removeLinkCode(of: user) }
            return false
        }
        guard entries[user]?.offer == nil else { return false }
        entries[user]?.offer = offer
        return true
    }

    /// Returns a user's unused link code, or the offer that waits for the user's answer. Both are
    /// nil after the answer, or without an open code.
    mutating func linkStateDroppingExpired(of user: UserID, at now: Instant) -> (
        code: DeviceLinkOrResetCode?, waiting: LinkOffer?
    ) {
        guard let entry = codeDroppingExpired(of: user, at: now), case .waiting = entry.answer
        else { return (nil, nil) }
        return (entry.offer == nil ? entry.code : nil, entry.offer)
    }

    /// Records the user's answer. Returns false if no offer waits.
    mutating func answerWaitingOffer(isAllowed: Bool, by user: StoredUser, at now: Instant) -> Bool
    {
        guard linkStateDroppingExpired(of: user.id, at: now).waiting != nil else { return false }
        entries[user.id]?.answer = isAllowed ? .allowed(user.generation) : .refused
        return true
    }

    /// Returns the user's approval for the device with this ticket, with the account's generation;
    /// nil while the user has not answered. Throws if there is no such offer, or if the user has
    /// refused the offer. Closes the code with the approval, so that the approval can be collected
    /// only once.
    mutating func collectApproval(
        _ code: DeviceLinkOrResetCode, _ ticket: SecretDigest, at now: Instant
    ) throws(CallRefusal) -> (user: UserID, offer: LinkOffer, generation: Int)? {
        guard let user = userByPrefixDroppingExpired(of: code, at: now), let entry = entries[user],
            entry.code == code,
            let offer = entry.offer, offer.ticket == ticket
        else { throw .linkOver }
        switch entry.answer {
        case .waiting: return nil
        case .refused: throw .linkRefused
        case .allowed(let generation):
            removeLinkCode(of: user)
            return (user, offer, generation)
        }
    }

    mutating func removeLinkCode(of user: UserID) {
        guard let entry = entries.removeValue(forKey: user) else { return }
        owners[entry.code.lookupPrefix] = nil
    }

    private mutating func userByPrefixDroppingExpired(
        of code: DeviceLinkOrResetCode, at now: Instant
    ) -> UserID? {
        guard let user = owners[code.lookupPrefix] else { return nil }
        return codeDroppingExpired(of: user, at: now) == nil ? nil : user
    }

    private mutating func codeDroppingExpired(of user: UserID, at now: Instant) -> OpenLinkCode? {
        guard let entry = entries[user] else { return nil }
        guard entry.until > now else {
            removeLinkCode(of: user)
            return nil
        }
        return entry
    }

    private mutating func removeExpiredLinkCodes(at now: Instant) {
        for (user, entry) in entries where entry.until <= now { removeLinkCode(of: user) }
    }
}

extension OpenDeviceLinkAndResetCodes {
    /// Closes a user's earlier reset code, and opens and returns `code`, which is valid for an
    /// hour. Returns nil, and opens no code, if too many codes are open.
    mutating func openResetCodeClosingEarlier(
        _ code: DeviceLinkOrResetCode, for user: StoredUser, at now: Instant
    ) -> DeviceLinkOrResetCode? {
        resets[user.id] = nil
        if resets.count >= capacity { resets = resets.filter { $0.value.until > now } }
        guard resets.count < capacity else { return nil }
        resets[user.id] = OpenResetCode(
            code: code, until: now + Self.resetLifetime, password: user.password)
        return code
    }

    /// Returns true if the code is the user's open reset code. Drops a code that has expired, or
    /// that a new password has made void. Wrong codes are not counted here, because each attempt is
    /// charged to the caller's address.
    mutating func matchesResetCodeDroppingStale(
        _ code: DeviceLinkOrResetCode?, of user: StoredUser, at now: Instant
    ) -> Bool {
        guard let reset = resets[user.id], reset.until > now, reset.password == user.password
        else {
            resets[user.id] = nil
            return false
        }
        return code == reset.code
    }
}
