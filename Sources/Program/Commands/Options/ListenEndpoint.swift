internal import Drawing
internal import SimperiumWebWire

/// A port to listen on, at one address of this machine or at all its addresses.
package struct ListenEndpoint: Hashable, Sendable {
    /// The numeric IP address, without brackets for IPv6; nil for all addresses.
    package let address: String?
    package let port: UInt16

    /// The default endpoint of the local server.
    package static let localDefault = ListenEndpoint(address: "127.0.0.1", port: 8383)
    /// The default endpoint of the ssh server.
    static let sshDefault = ListenEndpoint(address: nil, port: 2222)

    package init(address: String?, port: UInt16) {
        self.address = address
        self.port = port
    }

    /// Parses `PORT`, `ADDR:PORT` or `[ADDR]:PORT`. `ADDR` may be `*` or `localhost`, but no other
    /// host name, because a host name may have several addresses, and these may change.
    init(_ text: String) throws(ValueFlaw) {
        guard let colon = text.lastIndex(of: ":") else {
            self.init(address: nil, port: try Self.port(text[...]))
            return
        }
        let port = try Self.port(text[text.index(after: colon)...])
        switch text[..<colon] {
        case "*": self.init(address: nil, port: port)
        case "localhost": self.init(address: Self.localDefault.address, port: port)
        case let address where address.hasPrefix("[") && address.hasSuffix("]"):
            self.init(address: try Self.numericAddress(address.dropFirst().dropLast()), port: port)
        case let address where !address.contains(":"):
            self.init(address: try Self.numericAddress(address), port: port)
        default: throw .badEndpoint
        }
    }

    /// Returns the text if it is an IP address; throws otherwise.
    private static func numericAddress(_ text: Substring) throws(ValueFlaw) -> String {
        guard NumericAddress.bytes(of: text) != nil else { throw .badEndpoint }
        return String(text)
    }

    private static func port(_ text: Substring) throws(ValueFlaw) -> UInt16 {
        guard let port = UInt16(text), port > 0 || text == "0" else { throw .badEndpoint }
        return port
    }
}

extension ListenEndpoint: CustomStringConvertible {
    package var description: String {
        guard let address else { return "*:\(port)" }
        return address.contains(":") ? "[\(address)]:\(port)" : "\(address):\(port)"
    }
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

    /// The form of this address, for an error message.
    var form: String {
        (isEncrypted ? Self.encryptedScheme : Self.plainScheme) + (user == nil ? "" : "NAME@")
            + "HOST"
    }

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
