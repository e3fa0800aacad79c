internal import Cluster
internal import Drawing
internal import RedisStore
internal import RedisWire
internal import SimperiumLoop
internal import SimperiumNetwork

extension RedisConnection.Fault {
    /// The fault in words for an operator: the end of a message that begins with the address of
    /// Redis.
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
    /// The failure of a connection in words for an operator: the end of a message that begins with
    /// the address of Redis.
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

extension ClusterRefusal {
    /// The reason why a server can't continue in its cluster, in words for an operator.
    var sentence: String {
        switch self {
        case .newerFormat(let format):
            "a newer version of this program wrote the data in Redis \(Self.formats(format))"
        case .olderFormat(let format):
            "an older version of this program wrote the data in Redis \(Self.formats(format)): "
                + "bring it to an empty Redis with tictactoe copy, and serve that"
        case .foreign(let key):
            "this Redis contains another program's data, such as \(ForeignText(key)): "
                + "give tictactoe its own Redis"
        case .unfit(let setting): SharedRedisWords.unfitSetting(setting)
        case .copying(let isWhole):
            isWhole
                ? "the data in Redis is being copied: try again in a minute"
                : "the data in Redis is an incomplete copy: empty Redis and copy again"
        case .failed(let error): "can't use Redis: \(SharedRedisWords.answered(error))"
        case .sameAddress(let address):
            "another server has the inner address \(address): "
                + "give each server its own with --inner-address"
        case .differs(let names): Self.sentence(aboutDifferent: names)
        case .forgotten:
            "this Redis is new, but the keys were used with another one: name the right one, "
                + "restore its data, or start with --new"
        case .damaged: SharedRedisWords.damaged
        case .exhausted:
            "the last number in Redis is too high for another server: stop all servers, and set "
                + "the field last of the key that ends in {s00} to the highest term of a shard"
        }
    }

    private static func formats(_ found: Int) -> String {
        "(format \(found); this program reads \(RedisStore.format))"
    }

    private static func sentence(aboutDifferent names: [String]) -> String {
        // Servers of different apps always use different keys.
        let causes = names.contains("app") ? names.filter { $0 != "keys" } : names
        return """
            this server and the others have different values for \
            \(causes.map { "--\($0)" }.joined(separator: ", ")): use the same values everywhere, \
            or stop the others and start this one with --new
            """
    }
}
