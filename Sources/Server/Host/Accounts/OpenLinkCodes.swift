internal import SimperiumBytes
import SimperiumClock
import SimperiumWire

/// The open codes that link devices and keys to users. All are lost when the process ends.
///
/// Order of calls for a link: `open` opens a user's code, and `addOrCountWrongTry` records the
/// offer of a device with this code. Then `answerWaitingOffer` records the user's answer, and
/// `collectApproval` returns the answer to the device. `Host` issues the token.
struct OpenLinkCodes {
    struct LinkOffer: Hashable {
        let device: String
        let address: String
        /// The fingerprint of the key that the ssh server has authenticated for the device; nil for
        /// a device without a key.
        let key: String?
        /// The digest of the secret that the device presents to collect the answer.
        let ticket: SecretDigest
    }

    struct LinkApproval {
        let user: UserID
        let offer: LinkOffer
        /// The account's generation when the user allowed the link. A later change of the account
        /// voids the approval.
        let generation: Int
    }

    enum LinkState {
        /// No device has used the code.
        case unused
        case offered(LinkOffer)
        case allowed(LinkApproval)
        case refused(LinkOffer)
    }

    struct OpenLinkCode {
        let code: AccountCode
        fileprivate let until: Instant
        fileprivate var wrongTries = 0
        fileprivate(set) var state = LinkState.unused
    }

    static let lifetime = Duration.seconds(300)
    private static let mostWrongTries = 5

    private let capacity: Int
    private var codes: [UserID: OpenLinkCode] = [:]
    /// The users of the codes, by the prefixes of the codes.
    private var users: [String: UserID] = [:]

    init(capacity: Int) {
        self.capacity = capacity
    }

    /// Returns a user's code; nil if the user has none, or if it has expired.
    func find(_ user: UserID, at now: Instant) -> OpenLinkCode? {
        codes[user].flatMap { $0.until > now ? $0 : nil }
    }

    /// Closes a user's earlier code, and opens `code`. Returns false, and opens no code, if too
    /// many codes are open or another open code has the same prefix.
    mutating func open(_ code: AccountCode, for user: UserID, at now: Instant) -> Bool {
        close(user)
        if codes.count >= capacity {
            for (other, code) in codes where code.until <= now { close(other) }
        }
        guard codes.count < capacity, users[code.lookupPrefix] == nil else { return false }
        codes[user] = OpenLinkCode(code: code, until: now + Self.lifetime)
        users[code.lookupPrefix] = user
        return true
    }

    /// Records an offer. Returns false if the code is wrong, has expired, was used, or was tried
    /// too often. Too many wrong tries close the code.
    mutating func addOrCountWrongTry(
        _ offer: LinkOffer, for code: AccountCode, at now: Instant
    ) -> Bool {
        guard let user = users[code.lookupPrefix], let open = find(user, at: now) else {
            return false
        }
        guard open.code == code else {
            codes[user]?.wrongTries += 1
            if open.wrongTries + 1 == Self.mostWrongTries { close(user) }
            return false
        }
        guard case .unused = open.state else { return false }
        codes[user]?.state = .offered(offer)
        return true
    }

    /// Records the user's answer. Returns false if no offer waits.
    mutating func answerWaitingOffer(isAllowed: Bool, by user: StoredUser, at now: Instant) -> Bool
    {
        guard case .offered(let offer)? = find(user.id, at: now)?.state else { return false }
        let approval = LinkApproval(user: user.id, offer: offer, generation: user.generation)
        codes[user.id]?.state = isAllowed ? .allowed(approval) : .refused(offer)
        return true
    }

    /// Returns the user's approval for the device with this ticket; nil while the user has not
    /// answered. Throws if there is no such offer, or if the user has refused the offer. Closes the
    /// code with the approval, so that the approval can be collected only once.
    mutating func collectApproval(
        _ code: AccountCode, _ ticket: SecretDigest, at now: Instant
    ) throws(CallRefusal) -> LinkApproval? {
        guard let user = users[code.lookupPrefix], let open = find(user, at: now),
            open.code == code
        else { throw .linkOver }
        switch open.state {
        case .offered(let offer) where offer.ticket == ticket: return nil
        case .refused(let offer) where offer.ticket == ticket: throw .linkRefused
        case .allowed(let approval) where approval.offer.ticket == ticket:
            close(user)
            return approval
        case .unused, .offered, .refused, .allowed: throw .linkOver
        }
    }

    mutating func close(_ user: UserID) {
        guard let closed = codes.removeValue(forKey: user) else { return }
        users[closed.code.lookupPrefix] = nil
    }
}

/// The open codes that let users set a new password. All are lost when the process ends.
struct OpenResetCodes {
    private struct OpenResetCode {
        let code: AccountCode
        let until: Instant
        /// The hash of the user's password when the code was opened; nil if the user had no
        /// password. A new password voids the code.
        let password: PasswordHash?
    }

    private static let lifetime = Duration.seconds(3_600)

    private let capacity: Int
    private var codes: [UserID: OpenResetCode] = [:]

    init(capacity: Int) {
        self.capacity = capacity
    }

    /// Closes a user's earlier code, and opens `code`. Returns false, and opens no code, if too
    /// many codes are open.
    mutating func open(_ code: AccountCode, for user: StoredUser, at now: Instant) -> Bool {
        codes[user.id] = nil
        if codes.count >= capacity { codes = codes.filter { $0.value.until > now } }
        guard codes.count < capacity else { return false }
        codes[user.id] = OpenResetCode(
            code: code, until: now + Self.lifetime, password: user.password)
        return true
    }

    /// Returns true if the code is the user's open code. Wrong codes are not counted here, because
    /// each attempt is charged to the caller's address.
    func matches(_ code: AccountCode?, of user: StoredUser, at now: Instant) -> Bool {
        guard let open = codes[user.id], open.until > now, open.password == user.password else {
            return false
        }
        return code == open.code
    }
}

/// A code that links a device, or lets a user set a new password. For a link, one device shows the
/// code, and the user types the code into the other device. A code has ten characters from an
/// alphabet of 32 without look-alikes.
struct AccountCode: Hashable, Sendable {
    static let length = 10
    /// The length of the prefix that identifies an open link code. A wrong code with this prefix
    /// counts as a failed try for the open code.
    private static let lookupPrefixLength = 4
    private static let letters = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ")

    private static let lookAlikes: [Character: Character] = ["O": "0", "I": "1", "L": "1"]

    let text: String

    init(randomBytes: [UInt8]) {
        precondition(randomBytes.count == Self.length)
        text = String(randomBytes.map { Self.letters[Int($0 & 31)] })
    }

    /// Reads a typed code. Lower-case letters, blanks, dashes, and letters that look like digits
    /// are allowed. Returns nil if the code is not valid.
    init?(_ typed: String) {
        let kept = typed.uppercased().filter { $0 != " " && $0 != "-" }
            .map { Self.lookAlikes[$0] ?? $0 }
        guard kept.count == Self.length, kept.allSatisfy(Self.letters.contains) else { return nil }
        text = String(kept)
    }

    var lookupPrefix: String { String(text.prefix(Self.lookupPrefixLength)) }

    /// Compares in constant time, so that the time does not show how many characters are right.
    static func == (left: AccountCode, right: AccountCode) -> Bool {
        constantTimeEquals(Array(left.text.utf8), Array(right.text.utf8))
    }
}
