package import RedisWire
import SimperiumWire

/// What is asked of an engine about all nodes together, and not about what they keep.
package enum OperatorDeed: Hashable, Sendable {
    /// Whether a node goes by the same settings as all others. The first one says what they are;
    /// `mayBegin` is false where there must have been others. `isReplacing`: those of before count
    /// no more, unless another node lives by them.
    case agree(SharedSettings, Incarnation, mayBegin: Bool, isReplacing: Bool)
    /// Whom all keep out, unless that is known: by the count of its changes.
    case bans(known: Int?)
    /// Keeps somebody out, as a line of a list of bans has it.
    case ban(String, line: String)
    case unban(String)
    case state
    /// The engine's setting of `appendfsync`.
    case syncing
    /// Writes its file anew as it has it in memory, and goes on meanwhile.
    case rewriteFile
}

/// What all nodes have in common, each by a digest: nobody who reads the engine learns more.
package struct SharedSettings: Hashable, Sendable {
    package struct Setting: Hashable, Sendable {
        /// As the option is called by which it is set.
        package let name: String
        package let digest: String

        package init(_ name: String, of text: String) {
            self.name = name
            digest = SecretDigest(ofText: text).bytes.hex
        }
    }

    package let all: [Setting]

    package init(_ all: [Setting]) {
        self.all = all
    }
}

extension OperatorDeed {
    /// How Redis is asked for it.
    package func question(_ keys: EngineKeys) -> RedisQuestion {
        var words = Arguments()
        switch self {
        case .agree(let settings, let incarnation, let mayBegin, let isReplacing):
            words.add(incarnation)
            words.add(mayBegin)
            words.add(isReplacing)
            for setting in settings.all {
                words.add(setting.name)
                words.add(setting.digest)
            }
            return .script(
                OperatorScript.agree, keys: [keys.nodes, keys.living], arguments: words.all)
        case .bans(let known):
            words.add(known.map { "\($0)" } ?? "")
            return .script(
                OperatorScript.bans, keys: [keys.nodes, keys.bans], arguments: words.all)
        case .ban(let target, let line):
            words.add(target)
            words.add(line)
            return .script(
                OperatorScript.ban, keys: [keys.nodes, keys.bans], arguments: words.all)
        case .unban(let target):
            words.add(target)
            return .script(
                OperatorScript.unban, keys: [keys.nodes, keys.bans], arguments: words.all)
        case .state:
            return .script(
                OperatorScript.state, keys: [keys.nodes, keys.living, keys.dead], arguments: [])
        case .syncing:
            return .command(RedisCommand("CONFIG", "GET", "appendfsync"), key: nil)
        case .rewriteFile: return .command(RedisCommand("BGREWRITEAOF"), key: nil)
        }
    }
}
