internal import Drawing

/// The place of a server's data.
package enum StoreSelection: Hashable, Sendable {
    case memory
    /// A file; nil for the default file in the data directory.
    case file(String?)
    /// A Redis, which several servers may share.
    case redis(RedisOptions)

    init(_ settings: Settings) throws(UsageError) {
        try self.init(settings.text(.store), settings)
    }

    init(_ text: String?, _ settings: Settings) throws(UsageError) {
        if let redis = text.flatMap(RedisHostsURL.init) {
            self = .redis(try RedisOptions(at: redis, settings))
        } else {
            self = text == "memory" ? .memory : .file(text)
        }
    }

    package var isShared: Bool { if case .redis = self { true } else { false } }
}

/// The address of a Redis that several servers share: `redis://HOST`, with or without a port.
///
/// More hosts may follow, separated by commas; only one host at a time accepts writes. `rediss://`
/// is encrypted. `NAME@` before the hosts is a Redis user.
package struct RedisHostsURL: Hashable, Sendable {
    package struct RedisHost: Hashable, Sendable {
        package let host: String
        /// The port; nil for the default.
        package let port: UInt16?
    }

    private static var plainScheme: String { "redis://" }
    private static var encryptedScheme: String { "rediss://" }

    package let hosts: [RedisHost]
    package let isEncrypted: Bool
    /// The user; nil for Redis' default user.
    package let user: String?

    /// The form of this address, for an error message.
    var form: String {
        (isEncrypted ? Self.encryptedScheme : Self.plainScheme) + (user == nil ? "" : "NAME@")
            + "HOST"
    }

    /// Parses an address; returns nil for any other text. An address can't contain a password,
    /// because other users of the machine could see the password.
    init?(_ text: String) {
        isEncrypted = text.hasPrefix(Self.encryptedScheme)
        let scheme = isEncrypted ? Self.encryptedScheme : Self.plainScheme
        guard text.hasPrefix(scheme) else { return nil }
        var rest = text.dropFirst(scheme.count)
        if let end = rest.firstIndex(of: "@") {
            let name = rest[..<end]
            guard !name.isEmpty, !name.contains(":"), !name.contains(" ") else { return nil }
            user = String(name)
            rest = rest[rest.index(after: end)...]
        } else {
            user = nil
        }
        let parts = rest.split(separator: ",", omittingEmptySubsequences: false)
        let hosts = parts.compactMap(RedisHost.init)
        guard hosts.count == parts.count else { return nil }
        self.hosts = hosts
    }

    /// The option `--store` with an address, for an error message.
    static var usage: String { "\(Option.store.flag) \(plainScheme)HOST" }

    /// The option `--store` with an encrypted address, for an error message.
    static var encryptedUsage: String { "\(Option.store.flag) \(encryptedScheme)HOST" }

    /// Returns true if the text contains `://`, and so is an address rather than a file.
    static func hasURLScheme(_ text: String) -> Bool { text.containsSubstring("://") }
}

extension RedisHostsURL.RedisHost: CustomStringConvertible {
    package var description: String { port.map { "\(host):\($0)" } ?? host }
}

extension RedisHostsURL.RedisHost {
    fileprivate init?(_ text: Substring) {
        var host = text
        var port: UInt16?
        // The colons of an IPv6 address are in brackets.
        if let colon = text.lastIndex(of: ":"), !text.hasSuffix("]") {
            guard let number = UInt16(text[text.index(after: colon)...]), number > 0 else {
                return nil
            }
            host = text[..<colon]
            port = number
        }
        if host.hasPrefix("["), host.hasSuffix("]") { host = host.dropFirst().dropLast() }
        let isForeign = host.contains { $0 == "/" || $0 == " " || $0 == "@" }
        guard !host.isEmpty, !isForeign else { return nil }
        self.init(host: String(host), port: port)
    }
}

/// The options for the Redis that several servers share.
package struct RedisOptions: Hashable, Sendable {
    package let address: RedisHostsURL
    /// The file with the password; nil if Redis requires none.
    package let passwordFile: String?
    /// The file with the trusted certificate authorities; nil for the system's own.
    package let authoritiesFile: String?
    /// True if the server accepts a Redis that may evict data, or that does not save its data to
    /// disk.
    package let mayForget: Bool
    /// The number of Redis replicas that must have a change before clients see the change.
    package let replicas: Int

    init(at address: RedisHostsURL, _ settings: Settings) throws(UsageError) {
        self.address = address
        passwordFile = settings.text(.storePasswordFile)
        authoritiesFile = settings.text(.storeAuthorities)
        mayForget = settings.isOn(.storeMayForget)
        replicas = settings.number(.storeReplicas) ?? 0
        // Without TLS, a certificate authority has no effect, so the user gets an error.
        guard authoritiesFile == nil || address.isEncrypted else {
            throw .unencryptedRedis(settings.source(of: .storeAuthorities))
        }
        guard address.user == nil || passwordFile != nil else {
            throw .missingOption(
                settings.source(of: .store, valueForm: address.form), without: .storePasswordFile)
        }
    }
}
