/// Where a Redis server is.
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

/// Who we are to Redis. It never shows itself in a log.
package struct RedisCredentials: Hashable, Sendable, CustomStringConvertible {
    /// Whom Redis takes us for who have a password and no name.
    package static let usualUser = "default"

    let user: String
    let password: String

    package init(user: String = usualUser, password: String) {
        self.user = user
        self.password = password
    }

    package var description: String { "credentials of \(user)" }
}
