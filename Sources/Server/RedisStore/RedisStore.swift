// RedisStore: the store of several servers in Redis. Batches, queries and calls are Lua scripts.
// Not here: Redis's protocol (RedisWire), decisions about shards (Cluster), the store in a file
// (SimperiumStore).
// Start with `RedisStore`; then `RedisStoreLink`, its core; `RedisBatchExecution`;
// `RedisStoreScripts`.

package import Cluster
package import RedisWire
internal import SimperiumClock
internal import SimperiumLoop
package import SimperiumNetwork
package import SimperiumWire

/// The store of several servers in Redis: a `RedisStoreLink` with its network connection.
///
/// It performs the same batches as a `StoreThread` does on a file. The batches of a shard fail
/// until `setOwnership` has set this node's term. Calls, and the batches of one shard, are
/// performed in order. A request that is sent has its outcome in a later tick of the loop. A
/// request that can't be sent fails at once.
package final class RedisStore {
    /// The format of the data in Redis. Versions up to 0.2 wrote format 1.
    package static let format = RedisStoreLink.format

    private let connectionSet: ConnectionSet
    private let encryption: TLSContext?
    private let onReady: () -> Void
    private let onBroken: (RedisConnection.Fault?) -> Void
    private let onUnreachable: (RedisAddress, RedisConnection.Fault?) -> Void
    private var link: RedisStoreLink
    private var connectors: [RedisClient.RedisConnectionID: TCPConnector] = [:]
    private var connections: [RedisClient.RedisConnectionID: TCPConnection] = [:]
    /// The requests without a reply, by their numbers.
    private var requests: [Int: (RedisStoreLink.Reply) -> Void] = [:]
    private var lastRequest = 0
    private var alarm: Timer?
    private var events = SerialEventQueue<RedisStoreLink.Event>()

    /// The reason why the last connection failed or broke; nil if none has.
    package private(set) var lastFailure: ClientConnectionError?

    /// Creates a store without a connection. Calls `ready` when Redis accepts requests. Calls
    /// `broken` when the connection has broken, after all pending calls and batches have failed.
    /// Calls `unreachable` when a connection to an address could not be made.
    package init(
        _ link: RedisStoreLink, trusting encryption: TLSContext? = nil,
        on connectionSet: ConnectionSet, ready: @escaping () -> Void,
        broken: @escaping (RedisConnection.Fault?) -> Void = { _ in },
        unreachable: @escaping (RedisAddress, RedisConnection.Fault?) -> Void
    ) {
        self.link = link
        self.encryption = encryption
        self.connectionSet = connectionSet
        onReady = ready
        onBroken = broken
        onUnreachable = unreachable
        alarm = Timer(on: connectionSet.loop) { [unowned self] in handle(.wake) }
    }

    deinit {
        for connection in connections.values { connection.dropSilently() }
    }

    /// The address of the server in use, or of the last server in use; nil before the first one is
    /// ready.
    package var address: RedisAddress? { link.address }

    /// True if Redis syncs each write to its disk before it answers; nil before that is known.
    package var syncsAlways: Bool? { link.syncsAlways }

    package func connect() { handle(.begin) }

    /// Closes the connection. Calls and batches without an outcome fail.
    package func close() { handle(.end) }

    /// Performs a node's call, and passes the reply to `then` once. Passes nil if Redis did not
    /// perform the call, or if that is unknown.
    package func ask(_ call: ClusterRegistryCall, then: @escaping (ClusterRegistryReply?) -> Void) {
        send(.call(call)) { if case .call(let reply) = $0 { then(reply) } }
    }

    /// Performs later batches of a shard under this ownership. The shard's pending batches fail.
    /// Call this directly after the claim of the shard.
    package func setOwnership(
        of shard: Shard, _ generation: ClusterSequenceNumber, under term: ClusterSequenceNumber
    ) {
        handle(.setOwnership(shard, ShardOwnership(owner: generation, term: term)))
    }

    /// Ends the ownership of a shard. The shard's pending batches, and all later batches, fail with
    /// `StorageError.fenced`.
    package func endOwnership(of shard: Shard) { handle(.endOwnership(shard)) }

    /// Reserves the data while it is copied, or extends or ends a reservation.
    package func ask(
        _ reservation: CopyReservationCall, then: @escaping (CopyReservationCall.Reply) -> Void
    ) {
        send(.reserve(reservation)) { if case .reserve(let reply) = $0 { then(reply) } }
    }

    /// Performs an operator's call, and passes the reply to `then` once.
    package func ask(
        _ call: RedisOperatorCommand, then: @escaping (RedisOperatorReply) -> Void
    ) {
        send(.operate(call)) { if case .operate(let reply) = $0 { then(reply) } }
    }

    /// Reads or writes a part of the data under a reservation.
    package func perform(
        _ step: CopyStep, in shard: Shard,
        then: @escaping (Result<StoreCopyQueryAnswer?, StorageError>) -> Void
    ) {
        send(.copy(step, in: shard)) { if case .copy(let result) = $0 { then(result) } }
    }

    /// Performs a batch, and passes its outcome to `then` once.
    ///
    /// If the outcome has a failure, Redis may have kept some of the writes. Every later batch of
    /// the shard fails until the node owns the shard under a new term.
    package func perform(
        _ batch: StoreBatch, in shard: Shard, then: @escaping (StoreBatchResult) -> Void
    ) {
        send(.batch(batch, in: shard)) { if case .batch(let outcome) = $0 { then(outcome) } }
    }

    /// Reads the stored data of a shard, even if another node owns it. Passes nil to `then` if
    /// Redis did not answer, or if the answer can't be read.
    package func readWithoutOwnership(
        _ query: StoreQuery, in shard: Shard, then: @escaping (StoreQueryAnswer?) -> Void
    ) {
        send(.readWithoutOwnership(query, in: shard)) {
            if case .readWithoutOwnership(let answer) = $0 { then(answer) }
        }
    }

    /// Sends Redis this server's lines about its halls; `lines` may be empty. Passes all servers'
    /// lines of the last ten seconds to `then`, sorted by hall; nil if Redis did not answer, or if
    /// the answer can't be read.
    package func exchangeHallStatusLines(
        _ lines: [HallStatusLine], then: @escaping ([HallStatusLine]?) -> Void
    ) {
        send(.halls(lines)) { if case .halls(let lines) = $0 { then(lines) } }
    }
}

extension RedisStore {
    private func send(
        _ request: RedisStoreLink.Request, then: @escaping (RedisStoreLink.Reply) -> Void
    ) {
        lastRequest += 1
        requests[lastRequest] = then
        handle(.request(request, lastRequest))
    }

    /// Passes an event to the link, and performs the effects. Events that occur meanwhile are
    /// queued.
    private func handle(_ event: RedisStoreLink.Event) {
        events.append(event)
        guard events.beginHandling() else { return }
        while let event = events.next() {
            for effect in link.handle(event, at: connectionSet.loop.now) { perform(effect) }
        }
        if let deadline = link.nextDeadline { alarm?.arm(at: deadline) } else { alarm?.disarm() }
    }

    private func perform(_ effect: RedisStoreLink.Effect) {
        switch effect {
        case .dial(let id, let address): dial(id, address)
        case .send(let id, let bytes): connections[id]?.send(bytes)
        case .hangUp(let id):
            connectors[id] = nil
            connections.removeValue(forKey: id)?.dropSilently()
        case .ready: onReady()
        case .broken(let fault): onBroken(fault)
        case .unreachable(let address, let fault): onUnreachable(address, fault)
        case .replied(let request, let reply): requests.removeValue(forKey: request)?(reply)
        }
    }

    private func dial(_ id: RedisClient.RedisConnectionID, _ address: RedisAddress) {
        connectors[id] = TCPConnector(
            to: address.host, port: address.port, trusting: encryption, on: connectionSet
        ) { [unowned self] result in
            connectors[id] = nil
            switch result {
            case .success(let connection): adopt(connection, id)
            case .failure(let failure):
                lastFailure = failure
                handle(.ended(id))
            }
        }
    }

    private func adopt(_ connection: TCPConnection, _ id: RedisClient.RedisConnectionID) {
        connection.onBytes = { [unowned self] in handle(.received(id, [UInt8](copying: $0.span))) }
        connection.onEnd = { [unowned self] end in
            connections[id] = nil
            lastFailure = .broken(end)
            handle(.ended(id))
        }
        connections[id] = connection
        handle(.opened(id))
    }
}
