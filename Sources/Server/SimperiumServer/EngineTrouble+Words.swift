internal import RedisWire
internal import SimperiumLoop
internal import SimperiumNetwork

extension RedisConnection.Fault {
    /// The sentence for an operator, behind the address of Redis.
    var sentence: String {
        switch self {
        case .wire, .unasked: SharedWords.noRedis
        case .unwelcome(let error) where error.code == "NOAUTH": SharedWords.wantsPassword
        case .unwelcome(let error) where error.code == "WRONGPASS": SharedWords.wrongPassword
        case .unwelcome(let error): SharedWords.answered(error)
        case .replica: SharedWords.replica
        case .late: SharedWords.silent
        }
    }
}

extension NetworkError {
    /// The sentence for an operator if the connection failed.
    var sentence: String {
        switch self {
        case .nameUnknown: SharedWords.nameUnknown
        case .refused: SharedWords.nobodyThere
        case .unreachable(_, let reason): reason
        case .timedOut, .broken(.late): SharedWords.silent
        case .tls(.notTLS), .broken(.tls(.notTLS)): SharedWords.unencrypted
        case .tls(let fault), .broken(.tls(let fault)): "\(fault)"
        case .broken(.broken(let error)): error.reason
        case .broken(.closed), .broken(.finished), .broken(.tooSlow): SharedWords.hungUp
        case .notWebSocket, .notHTTP, .goodbye, .fault: SharedWords.noRedis
        }
    }
}
