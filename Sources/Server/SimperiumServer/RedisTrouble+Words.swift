internal import RedisWire
internal import SimperiumLoop
internal import SimperiumNetwork

extension RedisConnection.Fault {
    /// The fault in words for an operator. They follow the address of Redis in a message.
    var sentence: String {
        switch self {
        case .wire, .unasked: SharedRedisWords.noRedis
        case .unwelcome(let error) where error.code == "NOAUTH":
            "it needs a password: name the file with --store-password-file"
        case .unwelcome(let error) where error.code == "WRONGPASS": "wrong user name or password"
        case .unwelcome(let error): SharedRedisWords.answered(error)
        case .replica: "it is a replica: name the primary"
        case .late: SharedRedisWords.silent
        }
    }
}

extension ClientConnectionError {
    /// The failure of a connection in words for an operator. They follow the address of Redis in a
    /// message.
    var sentence: String {
        switch self {
        case .nameUnknown: "no such host"
        case .refused: "connection refused"
        case .unreachable(_, let reason): reason
        case .timedOut, .broken(.late): SharedRedisWords.silent
        case .tls(.notTLS), .broken(.tls(.notTLS)):
            "it does not use TLS: use redis:// instead of rediss://, or set up TLS there"
        case .tls(let fault), .broken(.tls(let fault)): "\(fault)"
        case .broken(.broken(let error)): error.reason
        case .broken(.closed), .broken(.finished), .broken(.tooSlow): SharedRedisWords.hungUp
        case .notWebSocket, .notHTTP, .goodbye, .fault: SharedRedisWords.noRedis
        }
    }
}
