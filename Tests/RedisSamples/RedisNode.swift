package import Cluster
internal import Glibc
package import RedisStore
package import RedisWire
internal import SimperiumClock
package import SimperiumLoop
package import SimperiumNetwork
package import SimperiumWire
internal import Synchronization
internal import TestSupport

/// A node of a test: a loop, with a store in a real Redis.
package final class RedisNode {
    package struct Unanswered: Error {}

    package let loop: Loop
    private let connectionSet: ConnectionSet
    package private(set) var store: RedisStore?
    package private(set) var readyCount = 0
    package private(set) var faults: [RedisConnection.Fault?] = []
    /// The faults of connections that never were ready.
    package private(set) var refusals: [RedisConnection.Fault?] = []
    package private(set) var generation = ClusterSequenceNumber(rawValue: 0)
    package private(set) var ownership = ShardOwnership(
        owner: nil, term: ClusterSequenceNumber(rawValue: 0))
    /// The epoch of the hubs under the present term.
    package var epoch: UInt32 { ownership.term.rawValue }
    private let nonce = UInt64.random(in: 1...UInt64(UInt32.max))

    package init(
        at ports: [UInt16],
        _ terms: RedisStoreLink.RedisDurabilityDemands = RedisStoreLink.RedisDurabilityDemands(),
        as credentials: RedisCredentials? = nil, trusting encryption: TLSContext? = nil,
        host: String = "127.0.0.1", keeping limits: MinimumStoredHistory = MinimumStoredHistory()
    ) throws {
        loop = try Loop()
        connectionSet = ConnectionSet(on: loop)
        let link = RedisStoreLink(
            to: ports.map { RedisAddress(host: host, port: $0) }, as: credentials, terms,
            keeping: limits)
        store = RedisStore(
            link, trusting: encryption, on: connectionSet,
            ready: { [unowned self] in readyCount += 1 },
            broken: { [unowned self] in faults.append($0) },
            unreachable: { [unowned self] in refusals.append($1) })
        store?.connect()
    }

    deinit {
        store = nil
        connectionSet.dropAll()
        loop.close()
    }

    /// Waits for the connection. False after ten seconds.
    package func awaitReady(_ count: Int = 1) -> Bool {
        loop.run { [unowned self] in readyCount >= count }
    }

    package func ask(_ call: ClusterRegistryCall) -> ClusterRegistryReply? {
        var reply: ClusterRegistryReply??
        store?.ask(call) { reply = .some($0) }
        _ = loop.run { reply != nil }
        return reply ?? nil
    }

    package func takeNumber(atLeast least: UInt32 = 1) throws -> ClusterSequenceNumber {
        guard case .number(let number, _) = ask(.takeNumber(atLeast: .init(rawValue: least))) else {
            throw Unanswered()
        }
        return number
    }

    /// Joins the cluster, under a new generation.
    package func join(
        at address: String = "127.0.0.1:1",
        _ settings: [ClusterJoinConditions.SharedOptionDigest] = [],
        mayBegin: Bool = true, isReplacing: Bool = false, format: Int = RedisStore.format
    ) throws -> ClusterRegistryReply? {
        let terms = ClusterJoinConditions(
            settings: settings, mayBegin: mayBegin, isReplacing: isReplacing)
        let reply = ask(.takeNumber(atLeast: ClusterSequenceNumber(rawValue: 1), joining: terms))
        guard case .number(let number, _) = reply else { return reply }
        generation = number
        let entry = NodeRegistryEntry(
            generation: generation, nonce: nonce, address: address, format: format)
        return ask(.join(entry, terms))
    }

    package func renew(removing: [ClusterSequenceNumber] = []) -> ClusterRegistryReply? {
        ask(.renew(generation, nonce: nonce, removing: removing))
    }

    package func leave(heirs: [Shard: ClusterSequenceNumber] = [:]) -> ClusterRegistryReply? {
        ask(.leave(generation, nonce: nonce, heirs: heirs))
    }

    package func claim(
        _ term: ClusterSequenceNumber, replacing replaced: [Shard: ShardOwnership]
    ) -> ClusterRegistryReply? {
        ask(.claim(generation, nonce: nonce, term: term, replacing: replaced))
    }

    package func pass(
        _ shard: Shard, to heir: ClusterSequenceNumber, term: ClusterSequenceNumber
    ) -> ClusterRegistryReply? {
        ask(.pass(shard, to: heir, by: generation, nonce: nonce, term: term))
    }

    /// Becomes the writer of shards, also instead of a living one.
    package func lead(_ shards: [Shard] = [.home], atLeast least: UInt32 = 1) throws {
        var reply = generation.rawValue == 0 ? nil : renew()
        // The node that led before is not registered any more.
        if reply == nil || reply == .dead { reply = try join() }
        guard case .view(let view) = reply else { throw Unanswered() }
        let term = try takeNumber(atLeast: least)
        ownership = ShardOwnership(owner: generation, term: term)
        let replaced = shards.map { ($0, view.ownerships[$0.number]) }
        guard
            case .view(let claimed) = claim(
                term, replacing: Dictionary(uniqueKeysWithValues: replaced)),
            shards.allSatisfy({ claimed.ownerships[$0.number] == ownership })
        else { throw Unanswered() }
        for shard in shards { store?.setOwnership(of: shard, generation, under: term) }
    }

    /// Reserves the data for a copy. Nil if that is refused.
    package func reserve(isCopy: Bool) -> ClusterSequenceNumber? {
        if case .reserved(let term)? = ask(.begin(isCopy: isCopy, atLeast: generation)) {
            term
        } else {
            nil
        }
    }

    package func release(_ term: ClusterSequenceNumber) -> CopyReservationCall.Reply? {
        ask(.end(term))
    }

    private func ask(_ reservation: CopyReservationCall) -> CopyReservationCall.Reply? {
        var reply: CopyReservationCall.Reply?
        store?.ask(reservation) { reply = $0 }
        _ = loop.run { reply != nil }
        return reply
    }

    package func read(
        _ query: StoreCopyQuery, in shard: Shard = .home
    ) -> Result<StoreCopyQueryAnswer?, StorageError>? {
        var result: Result<StoreCopyQueryAnswer?, StorageError>?
        store?.perform(.read(query), in: shard) { result = $0 }
        _ = loop.run { result != nil }
        return result
    }

    /// Nil without an answer.
    package func peek(_ query: StoreQuery, in shard: Shard) -> StoreQueryAnswer? {
        var answer: StoreQueryAnswer??
        store?.readWithoutOwnership(query, in: shard) { answer = .some($0) }
        _ = loop.run { answer != nil }
        return answer ?? nil
    }

    /// Reports lines, and returns those of all nodes; nil without an answer.
    package func halls(reporting lines: [HallStatusLine] = []) -> [HallStatusLine]? {
        var halls: [HallStatusLine]??
        store?.exchangeHallStatusLines(lines) { halls = .some($0) }
        _ = loop.run { halls != nil }
        return halls ?? nil
    }

    package func perform(_ batch: StoreBatch, in shard: Shard = .home) -> StoreBatchResult {
        var outcome: StoreBatchResult?
        store?.perform(batch, in: shard) { outcome = $0 }
        _ = loop.run { outcome != nil }
        return outcome ?? StoreBatchResult(of: batch, because: .lost)
    }

    package func perform(
        _ entries: [StoreBatchEntry], in shard: Shard = .home
    ) -> StoreBatchResult {
        var batch = StoreBatch()
        for entry in entries { batch.append(entry) }
        return perform(batch, in: shard)
    }

    package func write(_ write: StoreWrite) throws {
        let outcome = perform([.write(write)])
        if let failure = outcome.failure { throw failure }
        if let reason = outcome.refused.values.first { throw reason }
    }

    package func answer(_ query: StoreQuery) throws -> StoreQueryAnswer {
        guard case .data(let answer)? = perform([.query(query)]).answers.first else {
            throw Unanswered()
        }
        return try answer.get()
    }

    package func write(_ write: AccountWrite) throws -> UserChangeResult? {
        let outcome = perform([.accountWrite(write)])
        if let failure = outcome.failure { throw failure }
        guard case .account(let answer)? = outcome.answers.first else { return nil }
        guard case .changed(let result) = try answer.get() else { throw Unanswered() }
        return result
    }

    package func answer(_ query: AccountQuery) throws -> AccountQueryAnswer {
        guard case .account(let answer)? = perform([.accountQuery(query)]).answers.first else {
            throw Unanswered()
        }
        return try answer.get()
    }
}

/// The Redis that all tests of a process share, each under its own prefix.
package enum SharedRedis {
    private static let server = Result { try keep(RedisServer()) }
    private static let prefixes = Counter()

    package static func port() throws -> UInt16 { try server.get() }

    /// Terms with a prefix that no other test has.
    package static func terms() -> RedisStoreLink.RedisDurabilityDemands {
        var terms = RedisStoreLink.RedisDurabilityDemands()
        terms.prefix = "t\(prefixes.next())-"
        return terms
    }

    private nonisolated(unsafe) static var kept: RedisServer?

    /// Keeps the server until the process ends, and then waits for its end.
    private static func keep(_ server: RedisServer) -> UInt16 {
        unsafe kept = server
        atexit { unsafe SharedRedis.kept = nil }
        return server.port
    }
}

private final class Counter: Sendable {
    private let count = Mutex(0)

    func next() -> Int {
        count.withLock {
            $0 += 1
            return $0
        }
    }
}
