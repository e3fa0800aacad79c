internal import RedisWire
internal import SimperiumLoop
internal import SimperiumNetwork

extension RedisConnection.Fault {
    /// The fault in words for an operator. They follow the address of Redis in a message.
    var sentence: String {
        switch self {
        case .wire, .unasked: SharedRedisWords.noRedis
        case .unwelcome(let error) where error.code == "NOAUTH": SharedRedisWords.wantsPassword
        case .unwelcome(let error) where error.code == "WRONGPASS": SharedRedisWords.wrongPassword
        case .unwelcome(let error): SharedRedisWords.answered(error)
        case .replica: SharedRedisWords.replica
        case .late: SharedRedisWords.silent
        }
    }
}

extension ClientConnectionError {
    /// The failure of a connection in words for an operator. They follow the address of Redis in a
    /// message.
    var sentence: String {
        switch self {
        case .nameUnknown: SharedRedisWords.nameUnknown
        case .refused: SharedRedisWords.nobodyThere
        case .unreachable(_, let reason): reason
        case .timedOut, .broken(.late): SharedRedisWords.silent
        case .tls(.notTLS), .broken(.tls(.notTLS)): SharedRedisWords.unencrypted
        case .tls(let fault), .broken(.tls(let fault)): "\(fault)"
        case .broken(.broken(let error)): error.reason
        case .broken(.closed), .broken(.finished), .broken(.tooSlow): SharedRedisWords.hungUp
        case .notWebSocket, .notHTTP, .goodbye, .fault: SharedRedisWords.noRedis
        }
    }
}
