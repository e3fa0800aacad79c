package struct RedisAddress: Hashable, Sendable, CustomStringConvertible {
    package static let usualPort: UInt16 = 6379

    package let host: String
    package let port: UInt16

    package init(host: String, port: UInt16 = usualPort) {
        self.host = host
        self.port = port
    }

    package var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
}

/// The user and the password for Redis. The description never contains the password.
package struct RedisCredentials: Hashable, Sendable, CustomStringConvertible {
    /// The user name that Redis assumes for a password without a name.
    package static let usualUser = "default"

    let user: String
    let password: String

    package init(user: String = usualUser, password: String) {
        self.user = user
        self.password = password
    }

    package var description: String { "credentials of \(user)" }
}
