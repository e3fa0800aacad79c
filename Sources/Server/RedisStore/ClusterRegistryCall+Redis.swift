internal import Cluster
internal import RedisWire
internal import SimperiumClock
internal import SimperiumWire

/// Conversion of a node's call to arguments of the cluster script.
extension ClusterRegistryCall {
    func arguments(_ demands: RedisStoreLink.RedisDurabilityDemands) -> RedisArguments {
        switch self {
        case .takeNumber(let least, nil): return RedisArguments("number", least.text)
        case .takeNumber(let least, let join?):
            return RedisArguments(
                "number", least.text, "\(RedisStore.format)", demands.family,
                demands.mayForget ? "1" : "0", join.mayBegin ? "1" : "0")
        case .join(let entry, let join):
            var all = RedisArguments(
                "join", entry.generation.text, "\(entry.nonce)", "\(entry.format)", entry.address,
                demands.family, demands.mayForget ? "1" : "0", join.mayBegin ? "1" : "0",
                join.isReplacing ? "1" : "0")
            for setting in join.settings {
                all.append(setting.name)
                all.append(setting.digest.hexText)
            }
            return all
        case .renew(let generation, let nonce, let removing):
            var all = RedisArguments("renew", generation.text, "\(nonce)")
            for dead in removing { all.append(dead.text) }
            return all
        case .claim(let generation, let nonce, let term, let replaced):
            var all = RedisArguments("claim", generation.text, "\(nonce)", term.text)
            for (shard, ownership) in replaced.sorted(by: { $0.key < $1.key }) {
                all.append(shard.number)
                all.append(ownership.owner?.text ?? "")
                all.append(ownership.term.text)
            }
            return all
        case .pass(let shard, let heir, let generation, let nonce, let term):
            return RedisArguments(
                "pass", generation.text, "\(nonce)", "\(shard.number)", term.text, heir.text)
        case .leave(let generation, let nonce, let heirs):
            var all = RedisArguments("leave", generation.text, "\(nonce)")
            for (shard, heir) in heirs.sorted(by: { $0.key < $1.key }) {
                all.append(shard.number)
                all.append(heir.text)
            }
            return all
        }
    }

    /// True if the replicas must have the call's changes before the node uses the reply.
    var needsReplicas: Bool {
        switch self {
        case .takeNumber, .join, .claim, .pass, .leave: true
        case .renew: false
        }
    }
}

extension ClusterRegistryReply {
    /// Decodes the reply to a call. Returns nil if the reply is not from our script, because
    /// another program has changed the data.
    static func read(_ value: RedisValue) -> ClusterRegistryReply? {
        guard let row = value.elements.map({ RedisAnswerRow($0) }), let word = row.text(0) else {
            return nil
        }
        switch word {
        case "NUMBER":
            guard let number = ClusterSequenceNumber(row.text(1)), let run = row.text(2) else {
                return nil
            }
            return .number(number, run: run)
        case "VIEW", "BEGUN": return ClusterView(row).map { .view($0) }
        case "DEAD": return .dead
        case "LEFT": return .left
        default: return ClusterRefusal(word, row).map { .refused($0) }
        }
    }
}

extension ClusterView {
    fileprivate init?(_ row: RedisAnswerRow) {
        guard let run = row.text(1), let owners = row.rows(2),
            let last = ClusterSequenceNumber(row.text(3)), let elapsed = row.text(4),
            let rows = row.rows(5)
        else { return nil }
        let ownerships = owners.compactMap { row in
            ClusterSequenceNumber(row.text(1)).map {
                ShardOwnership(owner: ClusterSequenceNumber(row.text(0)), term: $0)
            }
        }
        guard ownerships.count == Shard.count else { return nil }
        let members = rows.compactMap { row -> Member? in
            guard let generation = ClusterSequenceNumber(row.text(0)), let address = row.text(1),
                let age = row.number(2)
            else { return nil }
            return Member(generation: generation, address: address, age: .milliseconds(age))
        }
        guard members.count == rows.count else { return nil }
        self.init(
            run: run, ownerships: ownerships,
            members: members.sorted { $0.generation < $1.generation },
            elapsed: Int(elapsed).map { .milliseconds($0) }, last: last)
    }
}

extension ClusterRefusal {
    init?(_ word: String, _ row: RedisAnswerRow) {
        switch word {
        case "NEWER": self = .newerFormat(row.number(1) ?? 0)
        case "OLDER": self = .olderFormat(row.number(1) ?? 0)
        case "FOREIGN": self = .foreign(row.text(1) ?? "")
        case "UNFIT": self = .unfit(row.text(1) ?? "")
        case "COPYING": self = .copying(isWhole: row.number(1) == 1)
        case "DIFFERS":
            guard let names = try? row.row(1)?.texts() else { return nil }
            self = .differs(names)
        case "FORGOTTEN": self = .forgotten
        case "DAMAGED": self = .damaged
        case "EXHAUSTED": self = .exhausted
        default: return nil
        }
    }
}

extension ClusterSequenceNumber {
    var text: String { String(rawValue) }

    init?(_ text: String?) {
        guard let number = text.flatMap({ UInt32($0) }) else { return nil }
        self.init(rawValue: number)
    }
}
