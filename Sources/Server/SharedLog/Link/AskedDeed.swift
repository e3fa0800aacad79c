internal import RedisWire

/// A deed that is on its way to the engine.
enum AskedDeed: Sendable {
    case engine(EngineDeed)
    case account(AccountDeed)
    case copy(CopyDeed)
    case operation(OperatorDeed)

    func question(_ keys: EngineKeys) -> RedisQuestion {
        switch self {
        case .engine(let deed): deed.question(keys)
        case .account(let deed): deed.question(keys)
        case .copy(let deed): deed.question(keys)
        case .operation(let deed): deed.question(keys)
        }
    }

    /// Which connection has it.
    var kind: EngineLink.Kind {
        switch self {
        case .engine(.log(.open, _)), .engine(.read(.missed, _)), .engine(.read(.index, _)),
            .engine(.read(.changes, _)), .engine(.feed(.page, _)), .copy(.query):
            .bulk
        case .engine, .account, .copy, .operation: .prompt
        }
    }

    /// Whether its answer says what is kept, which is said to nobody before the replicas have it.
    var tellsOfWhatIsKept: Bool {
        switch self {
        // A replica that did not know of it would give the same number to another node.
        case .engine(.node(.begin)): true
        case .engine(.node), .copy, .operation: false
        case .engine, .account: true
        }
    }

    /// Nil if what came is none of ours.
    func answer(_ value: RedisValue, _ keys: EngineKeys) -> EngineAnswer? {
        switch self {
        case .engine(let deed): EngineAnswer(value, to: deed)
        case .account(let deed): EngineAnswer(value, to: deed)
        case .copy(let deed): CopyReply(value, to: deed, keys).map { .copy($0) }
        case .operation(let deed): OperatorReply(value, to: deed).map { .operating($0) }
        }
    }
}
