import RedisWire

/// What an engine answers to an operator.
package enum OperatorReply: Hashable, Sendable {
    case done
    /// By these settings a node is not like the others.
    case differs([String])
    /// There were no others here, and there should have been.
    case forgotten
    /// Nothing has changed since.
    case same
    /// As the lines of a list have them, and the count of changes.
    case bans([String], count: Int)
    /// No such one is kept out.
    case nobody
    case state(EngineState)
    /// The value of `appendfsync`; nil if the user of this server may not ask.
    case syncing(String?)
}

/// How an engine is, and who lives there.
package struct EngineState: Hashable, Sendable {
    package let epoch: UInt32
    package let living: [Incarnation]
    /// Those of whom not everything is taken care of yet.
    package let dead: Int
    package let version: String
    package let role: String
    package let replicas: Int
    package let usedMemory: Int
    /// Zero if it may take as much as there is.
    package let mostMemory: Int
    package let evictionPolicy: String
}

extension OperatorReply {
    /// Nil of what no script of ours answers.
    init?(_ value: RedisValue, to deed: OperatorDeed) {
        if case .rewriteFile = deed {
            self = .done
            return
        }
        if case .syncing = deed {
            self = .syncing(value.elements?.last?.string)
            return
        }
        guard let items = value.elements, let word = items.first?.string else { return nil }
        let row = Row(items.dropFirst())
        switch word {
        case "DONE": self = .done
        case "DIFFERS": self = .differs((row.list(0) ?? []).compactMap(\.string))
        case "FORGOTTEN": self = .forgotten
        case "SAME": self = .same
        case "BANS":
            guard let count = row.number(0), let lines = row.list(1) else { return nil }
            self = .bans(lines.compactMap(\.string).sorted(), count: Int(count))
        case "NOBODY": self = .nobody
        case "STATE":
            guard let state = EngineState(row) else { return nil }
            self = .state(state)
        default: return nil
        }
    }
}

extension EngineState {
    fileprivate init?(_ row: Row) {
        guard let epoch = row.epoch(0), let living = row.list(1), let dead = row.number(2) else {
            return nil
        }
        self.init(
            epoch: epoch,
            living: living.compactMap { $0.number.flatMap { UInt32(exactly: $0) } }
                .map { Incarnation(rawValue: $0) }.sorted(),
            dead: Int(dead), version: row.text(3) ?? "?", role: row.text(4) ?? "?",
            replicas: Int(row.number(5) ?? 0), usedMemory: Int(row.number(6) ?? 0),
            mostMemory: Int(row.number(7) ?? 0), evictionPolicy: row.text(8) ?? "?")
    }
}
