package import Cluster
internal import RedisWire

/// An operator's command to the Redis that servers share. Each command is one atomic script.
package enum RedisOperatorCommand: Hashable, Sendable {
    /// Reads the list of bans. `known` is the number of changes to the list when the caller last
    /// read it; nil if the caller has no list. The reply is `same` if the list has not changed
    /// since.
    case bans(known: Int?)
    /// Adds a line to the list of bans, or replaces the line about the same target.
    case ban(target: String, line: String)
    case unban(target: String)
    case state
    /// Asks if a server could start on Redis, and changes nothing. With `mayForget`, Redis may
    /// evict data or run without storing it; with `mayBegin`, it may be empty. Settings that the
    /// servers must have in common are not compared. The reply is `fit` or `unfit`.
    case check(mayForget: Bool, mayBegin: Bool)

    var script: RedisScript {
        switch self {
        case .bans, .ban, .unban, .state: RedisStoreScripts.operate
        case .check: RedisStoreScripts.cluster
        }
    }

    func arguments(_ demands: RedisStoreLink.RedisDurabilityDemands) -> RedisArguments {
        switch self {
        case .bans(let known): .init("bans", known.map { "\($0)" } ?? "")
        case .ban(let target, let line): .init("ban", target, line)
        case .unban(let target): .init("unban", target)
        case .state: .init("state")
        case .check(let mayForget, let mayBegin):
            .init(
                "check", "\(RedisStore.format)", demands.family, mayForget ? "1" : "0",
                mayBegin ? "1" : "0")
        }
    }
}

/// The reply to a `RedisOperatorCommand`.
package enum RedisOperatorReply: Hashable, Sendable {
    case done
    /// There is no such ban.
    case none
    /// The list has not changed.
    case same
    /// The lines of the list, sorted, and the number of changes to the list so far.
    case bans([String], count: Int)
    case state(RedisServerStatus)
    case fit
    case unfit(ClusterRefusal)
    /// Redis refused the call with this error.
    case refused(String)
    case lost
    /// The reply can't be read, because another program has changed the data.
    case damaged
}

/// The state of Redis, and of the servers that share it.
package struct RedisServerStatus: Hashable, Sendable {
    package let servers: Int
    /// The number of objects that wait to be inserted into the buckets of accounts.
    package let dueInserts: Int
    package let version: String
    package let role: String
    package let replicas: Int
    package let usedMemory: Int
    /// The maximum memory that Redis may use, in bytes; zero if there is no limit.
    package let mostMemory: Int
    package let evictionPolicy: String
}

extension RedisOperatorReply {
    init(_ outcome: RedisRequestOutcome) {
        switch outcome {
        case .answered(let value):
            self = Self.read(RedisAnswerRow(value.elements ?? [])) ?? .damaged
        case .refused(let error): self = .refused("\(error.code) \(error.message)")
        case .lost, .unsent: self = .lost
        }
    }

    private static func read(_ row: RedisAnswerRow) -> RedisOperatorReply? {
        switch row.text(0) {
        case "DONE": .done
        case "NONE": Self.none
        case "SAME": .same
        case "BANS":
            row.number(1).flatMap { count in
                (try? row.row(2)?.texts()).map { .bans($0.sorted(), count: count) }
            }
        case "STATE": RedisServerStatus(row).map { .state($0) }
        case "FIT": .fit
        case let word?: ClusterRefusal(word, row).map { .unfit($0) }
        case nil: nil
        }
    }
}

extension RedisServerStatus {
    fileprivate init?(_ row: RedisAnswerRow) {
        guard let servers = row.number(1), let dueInserts = row.number(2) else { return nil }
        self.init(
            servers: servers, dueInserts: dueInserts, version: row.text(3) ?? "",
            role: row.text(4) ?? "", replicas: row.number(5) ?? 0, usedMemory: row.number(6) ?? 0,
            mostMemory: row.number(7) ?? 0, evictionPolicy: row.text(8) ?? "")
    }
}
