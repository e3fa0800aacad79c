internal import SimperiumClock

/// A user of an app, who signs in with a password, a key or a linked device.
package struct StoredUser: Hashable, Sendable {
    package enum AccountStatus: Hashable, Sendable {
        case good
        /// The operator has locked the account.
        case locked
        /// The account is being deleted. If the server stops, the next process completes the
        /// deletion.
        case leaving
        /// The user has left. The name is reserved until this time, in seconds since 1970.
        case gone(until: Int)

        /// The number that represents the case in stores, and the time of `gone`, which is 0 for
        /// other cases.
        package var stored: (number: Int, until: Int) {
            switch self {
            case .good: (0, 0)
            case .locked: (1, 0)
            case .gone(let second): (2, second)
            case .leaving: (3, 0)
            }
        }

        /// Creates a status from its stored form; returns nil for an unknown number.
        package init?(number: Int, until second: Int) {
            switch number {
            case 0: self = .good
            case 1: self = .locked
            case 2: self = .gone(until: second)
            case 3: self = .leaving
            default: return nil
            }
        }
    }

    package let app: AppID
    package let id: UserID
    /// The name as the user wrote it.
    package var name: UserName
    /// The normalised name, which is the same for all spellings of one name.
    package var folded: String
    /// The hash of the password; nil for a user who signs in without a password.
    package var password: PasswordHash?
    package var standing = AccountStatus.good
    /// The time of the sign-up in seconds since 1970; 0 if it is unknown.
    package let since: Int
    /// The revision of the row: 1 for a new user. Each change of the row raises the revision,
    /// except a change of only `addressPrefixes`.
    package var generation: Int
    /// The address prefixes of the user's sign-ins, the latest last.
    package var addressPrefixes: [SignInAddressPrefix] = []
    package static let mostAddressPrefixes = 8

    package init(
        app: AppID, id: UserID, name: UserName, folded: String, password: PasswordHash?,
        since: Int = 0, generation: Int = 1
    ) {
        self.app = app
        self.id = id
        self.name = name
        self.folded = folded
        self.password = password
        self.since = since
        self.generation = generation
    }

    /// Returns the row of a user who leaves: without the name, the password and the address
    /// prefixes. The row still reserves the folded name until `second`, in seconds since 1970.
    package func anonymised(reservingNameUntil second: Int) -> StoredUser {
        var user = self
        if let name = UserName(Self.nameOfGone) { user.name = name }
        user.password = nil
        user.standing = .gone(until: second)
        user.addressPrefixes = []
        return user
    }

    private static let nameOfGone = "gone"

    package var isGone: Bool {
        if case .gone = standing { true } else { false }
    }
}

/// The address prefix of a sign-in, as hex digits.
package struct SignInAddressPrefix: Hashable, Sendable {
    package let text: String

    package init(_ prefix: [UInt8]) {
        text = prefix.hexText
    }

    /// Creates a prefix; nil unless the text is lower-case hex digits.
    package init?(text: Substring) {
        guard !text.isEmpty, text.utf8.allSatisfy({ Self.digits.contains($0) }) else { return nil }
        self.text = String(text)
    }

    private static let digits = Array("0123456789abcdef".utf8)
}

extension [SignInAddressPrefix] {
    /// The prefixes as one text, separated by spaces.
    package var words: String { map(\.text).joined(separator: " ") }

    /// Creates prefixes from their words; returns nil if a word is not a prefix.
    package init?(words text: String) {
        let words = text.split(separator: " ")
        self = words.compactMap { SignInAddressPrefix(text: $0) }
        guard count == words.count else { return nil }
    }
}

/// The scrypt hash of a password, with its parameters.
package struct PasswordHash: Hashable, Sendable {
    package let cost: ScryptParameters
    package let salt: [UInt8]
    package let result: [UInt8]

    package init(cost: ScryptParameters, salt: [UInt8], result: [UInt8]) {
        self.cost = cost
        self.salt = salt
        self.result = result
    }
}

/// The parameters N, r and p of RFC 7914.
package struct ScryptParameters: Hashable, Sendable {
    package let rounds: Int
    package let blockSize: Int
    package let lanes: Int

    /// The usual cost: about a tenth of a second, and 32 MiB.
    package static let standard = ScryptParameters(rounds: 1 << 15, blockSize: 8, lanes: 1)

    package init(rounds: Int, blockSize: Int, lanes: Int) {
        self.rounds = rounds
        self.blockSize = blockSize
        self.lanes = lanes
    }
}

/// A token that was issued to a user and has not been revoked.
package struct StoredToken: Hashable, Sendable {
    package let digest: SecretDigest
    package let app: AppID
    package let user: UserID
    /// The time of the last stored use, in seconds since 1970.
    package var used: Int
    /// The time of the issue in seconds since 1970; 0 if it is unknown.
    package let since: Int
    /// The name that the device gave itself; may be empty.
    package let device: String
    /// The numeric address of the sign-in; empty if that is unknown.
    package let address: String

    package init(
        digest: SecretDigest, app: AppID, user: UserID, used: Int = 0, since: Int = 0,
        device: String = "", address: String = ""
    ) {
        self.digest = digest
        self.app = app
        self.user = user
        self.used = used
        self.since = since
        self.device = device
        self.address = address
    }
}

/// A linked key or device that signs its user in without a password.
package struct StoredDeviceLink: Hashable, Sendable {
    package enum KeyOrToken: Hashable, Sendable {
        /// The fingerprint of a key that the SSH server has verified.
        case key(String)
        /// The digest of the device's token. The link ends with the token.
        case token(SecretDigest)
    }

    package let app: AppID
    package let user: UserID
    /// The id of the link, unique among the user's links.
    package let id: String
    /// The name that the device gave itself.
    package let device: String
    package let proof: KeyOrToken
    /// The time of the linking in seconds since 1970.
    package let since: Int

    package init(
        app: AppID, user: UserID, id: String, device: String, proof: KeyOrToken, since: Int
    ) {
        self.app = app
        self.user = user
        self.id = id
        self.device = device
        self.proof = proof
        self.since = since
    }

    package var key: String? {
        if case .key(let key) = proof { key } else { nil }
    }

    package var token: SecretDigest? {
        if case .token(let digest) = proof { digest } else { nil }
    }
}
