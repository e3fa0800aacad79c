import SimperiumClock

/// A number that Redis gives out once: the generation of a node, or the term of an ownership.
///
/// It is higher than the last number, and not below the time of Redis' clock in seconds or the
/// caller's lower bound. The first number of a new run of Redis is at least 60 above this minimum,
/// because a promoted replica may lack the latest numbers.
package struct ClusterSequenceNumber: RawRepresentable, Hashable, Comparable, Sendable {
    package let rawValue: UInt32

    package init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }

    /// The next higher number; this number itself if it is the maximum. An operator may have set
    /// the maximum in Redis, and this must not crash the node.
    package var next: Self { rawValue == .max ? self : Self(rawValue: rawValue + 1) }
}

package struct NodeRegistryEntry: Hashable, Sendable {
    package let generation: ClusterSequenceNumber
    /// A random number that the process has chosen. An entry with a different number belongs to
    /// another process.
    package let nonce: UInt64
    /// The address of the node's inner port, as `HOST:PORT`.
    package let address: String
    /// The format of the data that the node reads and writes.
    package let format: Int

    package init(generation: ClusterSequenceNumber, nonce: UInt64, address: String, format: Int) {
        self.generation = generation
        self.nonce = nonce
        self.address = address
        self.format = format
    }
}

/// The address of a node's inner port, with its text form in the registry.
package struct InnerPortAddress: Hashable, Sendable {
    package let host: String
    package let port: UInt16

    package init(host: String, port: UInt16) {
        self.host = host
        self.port = port
    }

    /// Parses `HOST:PORT`, or `[ADDRESS]:PORT`; returns nil for any other text.
    package init?(_ text: String) {
        guard let colon = text.lastIndex(of: ":"),
            let port = UInt16(text[text.index(after: colon)...])
        else { return nil }
        var host = text[..<colon]
        if host.first == "[", host.last == "]" {
            host = host.dropFirst().dropLast()
        } else if host.contains(":") {
            return nil
        }
        guard !host.isEmpty else { return nil }
        self.init(host: String(host), port: port)
    }

    package var text: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
}

/// The conditions for a node to join the cluster.
package struct ClusterJoinConditions: Hashable, Sendable {
    /// The name of an option that must be equal on all servers, with a digest of its value.
    package struct SharedOptionDigest: Hashable, Sendable {
        package let name: String
        package let digest: [UInt8]

        package init(name: String, digest: [UInt8]) {
            self.name = name
            self.digest = digest
        }
    }

    package let settings: [SharedOptionDigest]
    /// True if the node may join a Redis without data.
    package var mayBegin: Bool
    /// True if these settings replace different ones in Redis, unless another node is registered.
    package let isReplacing: Bool

    package init(settings: [SharedOptionDigest], mayBegin: Bool, isReplacing: Bool) {
        self.settings = settings
        self.mayBegin = mayBegin
        self.isReplacing = isReplacing
    }
}

/// A node's call to the registry in Redis. Each call is one atomic script.
package enum ClusterRegistryCall: Hashable, Sendable {
    /// Requests a new number. A node that will join passes its conditions. So a Redis that would
    /// refuse the node is not changed.
    case takeNumber(atLeast: ClusterSequenceNumber, joining: ClusterJoinConditions? = nil)
    case join(NodeRegistryEntry, ClusterJoinConditions)
    /// Renews an entry, unless its nonce differs, and removes the entries of dead nodes.
    case renew(ClusterSequenceNumber, nonce: UInt64, removing: [ClusterSequenceNumber])
    /// Renews an entry. Makes this node the owner of the shards whose ownership is still as in
    /// `replacing`, and removes the entries of their former owners.
    case claim(
        ClusterSequenceNumber, nonce: UInt64, term: ClusterSequenceNumber,
        replacing: [Shard: ShardOwnership])
    /// Renews an entry, and makes another node the owner of a shard, if this node owns the shard
    /// under `term`.
    case pass(
        Shard, to: ClusterSequenceNumber, by: ClusterSequenceNumber, nonce: UInt64,
        term: ClusterSequenceNumber)
    /// Removes a node's entry. The nodes in `heirs` become the owners of the node's shards. Shards
    /// without an heir are left without an owner.
    case leave(ClusterSequenceNumber, nonce: UInt64, heirs: [Shard: ClusterSequenceNumber])
}

/// A node's connection to the registry. A call waits until the call before it is answered.
struct RegistryConnection: Sendable {
    /// A call without an answer, with the values that its answer does not repeat.
    enum UnansweredCall: Hashable {
        case number
        case join(ClusterSequenceNumber)
        case renewal
        case claimNumber
        case claim([Shard], term: ClusterSequenceNumber)
        case pass
        case leave
    }

    private(set) var isOpen = false
    private(set) var pending: (call: UnansweredCall, since: Instant)?
    /// The number of expected answers that will be ignored.
    private var answersToIgnore = 0
    /// The time of the next call if no call is pending; nil if none is planned.
    var nextCall: Instant?

    /// The time when the next call can be sent; nil if it waits for an event, or if none is
    /// planned.
    var nextDeadline: Instant? { isOpen && pending == nil ? nextCall : nil }

    var isJoining: Bool { if case .join? = pending?.call { true } else { false } }

    /// Begins a connection. No answers to earlier calls follow.
    mutating func open(at now: Instant) {
        self = RegistryConnection()
        isOpen = true
        nextCall = now
    }

    mutating func close() {
        self = RegistryConnection()
    }

    mutating func begin(_ call: UnansweredCall, at now: Instant) {
        pending = (call, now)
        nextCall = nil
    }

    /// Gives up the pending call. Its answer will be ignored.
    mutating func abandonPendingCall() {
        if pending != nil { answersToIgnore += 1 }
        pending = nil
    }

    /// Removes and returns the pending call, because its answer has arrived. Returns nil if the
    /// answer belongs to a call that was given up.
    mutating func removeAnsweredCall() -> (call: UnansweredCall, since: Instant)? {
        guard answersToIgnore == 0 else {
            answersToIgnore -= 1
            return nil
        }
        return exchange(&pending, with: nil)
    }
}

package enum ClusterRegistryReply: Hashable, Sendable {
    /// Answers `takeNumber`. `run` is the id of Redis' process, as in `ClusterView`.
    case number(ClusterSequenceNumber, run: String)
    /// Answers `join`, `renew`, `claim` and `pass` with the state after the call.
    case view(ClusterView)
    /// Answers `renew`, `claim` and `pass` if the registry does not have the node's entry. Answers
    /// `join` if the registry already has an entry with this generation.
    case dead
    /// Answers `leave`.
    case left
    /// Answers `takeNumber` and `join`.
    case refused(ClusterRefusal)
    /// Redis answered with this error, and did nothing.
    case failed(String)
}

/// The state of the cluster by Redis' clock.
package struct ClusterView: Hashable, Sendable {
    package struct Member: Hashable, Sendable {
        package let generation: ClusterSequenceNumber
        package let address: String
        /// The time since the node's last renewal.
        package let age: Duration

        package init(generation: ClusterSequenceNumber, address: String, age: Duration) {
            self.generation = generation
            self.address = address
            self.age = age
        }
    }

    /// The id of Redis' process. It changes at a restart and at a promotion.
    package var run: String
    /// The ownership of each shard, at the index of the shard's number.
    package var ownerships: [ShardOwnership]
    package var members: [Member]
    var generations: Set<ClusterSequenceNumber> { Set(members.map(\.generation)) }
    /// The time between the caller's previous renewal and this one; nil for the first renewal.
    package var elapsed: Duration?
    /// The last number that was given out.
    package var last: ClusterSequenceNumber

    package init(
        run: String, ownerships: [ShardOwnership], members: [Member], elapsed: Duration?,
        last: ClusterSequenceNumber
    ) {
        self.run = run
        self.ownerships = ownerships
        self.members = members
        self.elapsed = elapsed
        self.last = last
    }

    package subscript(shard: Shard) -> ShardOwnership { ownerships[shard.number] }

    func member(_ generation: ClusterSequenceNumber?) -> Member? {
        members.first { $0.generation == generation }
    }
}

/// The reason why a node can't use Redis.
package enum ClusterRefusal: Hashable, Sendable {
    /// A newer version of the program wrote the data.
    case newerFormat(Int)
    case olderFormat(Int)
    /// Redis has the data of another program, such as the value of this key.
    case foreign(String)
    /// This setting of Redis may cause a loss of data, or is not supported.
    case unfit(String)
    /// If `isWhole`, the data is being copied to another store; otherwise the data is itself an
    /// incomplete copy.
    case copying(isWhole: Bool)
    /// Redis answered with this error before the node had joined.
    case failed(String)
    /// An older node with this inner address is still running.
    case sameAddress(String)
    /// The values of these options differ from those of the other servers.
    case differs([String])
    /// Redis has no data, but this server's keys were used with a Redis that had data.
    case forgotten
    /// Redis has data that this program would not have written.
    case damaged
    /// The last number in Redis is so high that no node can get a higher one.
    case exhausted
}
